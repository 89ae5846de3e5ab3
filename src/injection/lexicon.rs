//! Words that an order to an agent is made of, in groups, and the one table in which they are looked up.
//!
//! Owns what a word may mean in an order. The groups are data; a word stands in one of them. No phrase stands here: what an
//! order is, is told by `cue`, as an order of groups. The words of other languages join the groups of their English fellows, so
//! that each cue reads them too.

use super::foreign::FOREIGN;
use super::group::Group;
use super::group::{
    ACT, ALL, ALWAYS, ARTIFICIAL, ATTACK, AUTHORITY, BACKWARDS, COMMON, CREDENTIAL, DECODE, DIRECTIVE, DO, DONE,
    ENCODING, FIRST, FOLLOWING, GRANTED, GREETING, GUARDRAIL, IF, INSTRUCTION, INVISIBLE, LIMIT, MACHINE, MUST,
    NAMED_MACHINE, NEW, NOT, NOW, OBEY, ONLY, OVERRIDE, PERSON, PERSONA, PLEASE, PRIOR, PROGRAM, PROMPT, READER,
    READING, REPLY, REVEAL, ROLE, ROTATED, SAY, SAYS, SECRET, SEND, SYSTEM, TALK, TASK, TELL, TOKEN, URGENT, WISH,
    WITHOUT, WRITING, YOU, YOUR,
};

/// The English words.
const ENGLISH: &[(Group, &str)] = &[
    (
        OVERRIDE,
        "ignore ignoring ignores ignored disregard disregarding disregards forget forgets forgetting override overrides \
         overriding overridden bypass bypassing bypasses overlook supersede supersedes superseding superseded discard discards \
         nullify nullifies void abandon neglect revoke revokes revoked mind invalidate invalidates unlearn dismiss",
    ),
    (PRIOR, "previous previously prior above preceding earlier former foregoing initial original past"),
    (INSTRUCTION, "instruction instructions guideline guidelines rules orders instructed"),
    (
        WISH,
        "command commands request requests context programming training directions order rule told asked questioned question query data input text",
    ),
    (DIRECTIVE, "directive directives instructs mandate precepts dictates reprogramming"),
    (ALL, "all any every everything anything whatever"),
    (YOU, "you youre ya thou yourself"),
    (YOUR, "your yours thy ur"),
    (REPLY, "response responses reply replies answer answers output outputs summary completion message messages"),
    (
        SAY,
        "respond say print repeat translate write append include echo recite summarize summarise insert begin start end finish \
         continue generate provide return shift encode group invert reverse compose respond responding replace \
         use put format render emit speak talk express convert output answer reply",
    ),
    (REVEAL, "reveal show display disclose leak dump expose divulge"),
    (
        MUST,
        "must shall should has need needs required have supposed ought mandatory obligatory obliged strictly compulsory",
    ),
    (
        URGENT,
        "urgent urgently important critical crucial crucially attention immediately imperative asap warning emergency vital notice essential",
    ),
    (OBEY, "obey obeys adhere comply complies conform follow follows execute perform carry submit"),
    (FOLLOWING, "following below these this next"),
    (
        MACHINE,
        "agent agents assistant assistants model models bot bots chatbot chatbots crawler crawlers scanner scanners orchestrator subagent",
    ),
    (
        NAMED_MACHINE,
        "llm llms gpt chatgpt claude copilot cursor gemini codex openai anthropic bard llama mistral deepseek grok ais genai windsurf aider",
    ),
    (ARTIFICIAL, "ai language automated coding virtual intelligent artificial large"),
    (
        ACT,
        "act acting pretend pretending roleplay simulate simulating imagine behave become impersonate assume playing role mode",
    ),
    (
        PERSONA,
        "dan jailbroken unrestricted uncensored unfiltered unconstrained omniscient devmode amoral unethical godmode",
    ),
    (
        LIMIT,
        "restriction restrictions limit limits limitation limitations filter filters constraint constraints censorship policy \
         policies safety ethics ethical moral morals boundaries safeguards guardrails protocols moderation disclaimers refusal \
         refusals",
    ),
    (NOT, "not dont no never neither nor cannot cant wont doesnt isnt refrain"),
    (WITHOUT, "without free exempt freed disabled disable bypassed lifted removed disregarded off unlocked"),
    (
        TELL,
        "tell inform mentioning informing telling notify notifying alert alerting asking ask reporting report explain explaining confirm confirming bring announce announcing warn acknowledging acknowledge informed notified mention",
    ),
    (SECRET, "silently secretly quietly discreetly covertly stealthily unnoticed background undetected hidden"),
    (INVISIBLE, "invisible visible unseen"),
    (PERSON, "user users person people customer customers operator reviewer anyone anybody someone humans owner"),
    (
        AUTHORITY,
        "admin administrator administrators authority authorization authorisation maintainer maintainers management security compliance auditor audit legal ceo owner developer developers root policy",
    ),
    (
        GRANTED,
        "authorize authorise authorized authorised approved permission permissions consent granted preapproved agreed allowed permitted clearance elevated privileges",
    ),
    (NEW, "new updated revised changed real actual true additional special secondary"),
    (TASK, "task tasks objective mission goal assignment job requirement step steps procedure duty priority action"),
    (DONE, "complete completed done finished accomplished success successful cancelled over"),
    (ROLE, "system assistant user human ai developer instruction instructions admin bot thinking thought prompt query"),
    (
        TOKEN,
        "inst sys im_start im_end endoftext eot_id eot begin_of_text end_of_text start_header_id end_header_id important priority",
    ),
    (GREETING, "hi hello hey dear attn attention note notice memo todo message reminder"),
    (
        WRITING,
        "sentence sentences poem essay paragraph paragraphs story song haiku words word joke article tweet post email",
    ),
    (SYSTEM, "system hidden secret initial"),
    (PROMPT, "prompt prompts preprompt systemprompt system_prompt"),
    (TALK, "conversation conversations chat dialogue discussion"),
    (DECODE, "decode decrypt decipher unscramble deobfuscate"),
    (ENCODING, "base64 rot13 hex hexadecimal base32 cipher caesar morse leetspeak backwards backward"),
    (SAYS, "says saying"),
    (IF, "if when whenever whoever once"),
    (
        READER,
        "reader readers reading reads processing analyzing analysing summarizing summarising parsing parses scan scanning",
    ),
    (READING, "read process analyze analyse summarize parse open fetch visit load browse retrieve"),
    (FIRST, "before first beforehand prior"),
    (NOW, "now onwards onward henceforth hereafter"),
    (ALWAYS, "always forever rest until every throughout permanently remember memory"),
    (ONLY, "only just simply merely solely exactly exact else nothing verbatim"),
    (PLEASE, "please kindly plz wants wanted"),
    (
        DO,
        "run execute install add delete remove change modify edit create make set call invoke open download update upgrade \
         uninstall kill stop commit push publish merge deploy grant enable disable mark approve skip comment spawn start copy \
         move rename transfer access collect gather find search check ensure manage review insert replace encrypt",
    ),
    (SEND, "send post upload exfiltrate forward email transmit submit leak share export mail paste"),
    (
        PROGRAM,
        "curl wget bash sh eval exec nc netcat chmod sudo ssh scp powershell python npm pip rm mkfifo crontab subprocess __import__ system",
    ),
    (
        CREDENTIAL,
        "password passwords credentials credential token tokens secret secrets api_key apikey key keys env npmrc id_rsa \
         ssh_key netrc kubeconfig pem keychain cookies passwd wallet seed",
    ),
    (
        GUARDRAIL,
        "hook hooks hookspath disallowed dangerously noverify sandbox firewall allowlist whitelist antivirus logging",
    ),
    (
        ATTACK,
        "injection injections jailbreak jailbreaks jailbreaking attack attacks attacker attackers adversarial malicious payload \
         payloads vulnerability vulnerabilities exploit exploits exfiltration detector detectors detect detection detects \
         classifier scanner threat threats mitigation mitigations owasp poisoning prompt_injection victim hijack hijacking \
         benign untrusted sanitize defenses defence redteam probe probes",
    ),
    (
        COMMON,
        "the a an of to in on for and or is are was were be been it its that those with by at from as but will would can could \
         may has had do did him her them they we our us i my me he she his their there here what which who how why so then than \
         also very about into out up like more other some such one two",
    ),
    (
        ROTATED,
        "gur naq lbh lbhe guvf jvgu ner sbe abg gung jvyy unir lbhef cyrnfr nyy vaber vtaber cerivbhf vafgehpgvbaf vafgehpgvba erfcbafr hfre flfgrz cebzcg",
    ),
    (
        BACKWARDS,
        "eht siht uoy ruoy htiw taht lliw evah esaelp erongi suoiverp snoitcurtsni noitcurtsni esnopser metsys tpmorp",
    ),
];

/// Room for the words, a power of two; open addressing needs it less than half full.
const SLOTS: usize = 4096;
/// Words are longer or shorter than any that stands here: not looked up.
pub(super) const LENGTHS: std::ops::RangeInclusive<usize> = 1..=28;

const fn hash_of(word: &[u8]) -> u32 {
    let mut hash = START;
    let mut index = 0;
    while index < word.len() {
        hash = mixed(hash, word[index]);
        index += 1;
    }
    hash
}

/// The hash of no letters (FNV-1a, Fowler, Noll and Vo 1991).
pub(super) const START: u32 = 0x811c_9dc5;

/// The hash with one more byte; letters come in lower case.
pub(super) const fn mixed(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const fn slot_of(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize & (SLOTS - 1)
}

struct Table {
    hashes: [u32; SLOTS],
    groups: [Group; SLOTS],
}

const fn added(mut table: Table, lists: &[(Group, &str)]) -> Table {
    let mut list = 0;
    while list < lists.len() {
        let (group, words) = (lists[list].0, lists[list].1.as_bytes());
        let (mut hash, mut length, mut index) = (START, 0, 0);
        while index <= words.len() {
            if index < words.len() && words[index] != b' ' {
                hash = mixed(hash, words[index]);
                length += 1;
            } else if length > 0 {
                let mut slot = slot_of(hash);
                while table.hashes[slot] != 0 && table.hashes[slot] != hash {
                    slot = (slot + 1) & (SLOTS - 1);
                }
                table.hashes[slot] = hash;
                table.groups[slot] |= group;
                hash = START;
                length = 0;
            }
            index += 1;
        }
        list += 1;
    }
    table
}

static TABLE: Table = {
    let empty = Table { hashes: [0; SLOTS], groups: [0; SLOTS] };
    added(added(empty, ENGLISH), FOREIGN)
};

/// The groups of the word with this hash; none for most words.
#[inline]
pub(super) fn groups_of(hash: u32) -> Group {
    let mut slot = slot_of(hash);
    loop {
        let found = TABLE.hashes[slot];
        if found == hash {
            return TABLE.groups[slot];
        }
        if found == 0 {
            return 0;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
}

/// The groups of a word in lower case.
pub(super) fn groups_of_word(word: &str) -> Group {
    groups_of(hash_of(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_in_its_groups() {
        for (group, words) in ENGLISH.iter().chain(FOREIGN) {
            for word in words.split_ascii_whitespace() {
                assert_eq!(groups_of_word(word) & group, *group, "{word}");
                assert!(LENGTHS.contains(&word.len()), "{word}");
            }
        }
    }

    #[test]
    fn other_words_are_in_none() {
        for word in ["token_bucket", "parser", "sphinx", "lorem", "", "x"] {
            assert_eq!(groups_of_word(word), 0, "{word}");
        }
    }

    #[test]
    fn no_two_words_share_a_hash_and_the_table_has_room() {
        let mut words: Vec<&str> = ENGLISH.iter().chain(FOREIGN).flat_map(|(_, words)| words.split(' ')).collect();
        words.retain(|word| !word.is_empty());
        words.sort_unstable();
        words.dedup();
        let mut hashes: Vec<u32> = words.iter().map(|word| hash_of(word.as_bytes())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), words.len());
        assert!(words.len() < SLOTS / 2, "{}", words.len());
    }
}
