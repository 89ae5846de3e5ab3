//! The groups of words that an order to an agent is made of, each one bit.

/// A group of words, as one bit.
pub(super) type Group = u64;

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $name:ident),+ $(,)?) => {
        #[expect(non_camel_case_types, reason = "the names only number the groups")]
        #[expect(clippy::upper_case_acronyms, reason = "the names only number the groups")]
        enum Number { $($name),+ }
        $($(#[doc = $doc])* pub(super) const $name: Group = 1 << Number::$name as u64;)+
        /// Every group with its name.
        pub(super) const GROUPS: &[(&str, Group)] = &[$((stringify!($name), $name)),+];
    };
}

groups! {
    /// Not to heed what was said before.
    OVERRIDE,
    /// Said before.
    PRIOR,
    /// What an agent was told.
    INSTRUCTION,
    /// A strong word for the same, that plain texts seldom use.
    DIRECTIVE,
    /// The same in words that every text on programs has.
    WISH,
    /// Everything of it.
    ALL,
    /// The reader.
    YOU,
    /// The reader's.
    YOUR,
    /// What the reader answers.
    REPLY,
    /// To answer, to write out.
    SAY,
    /// To show what is hidden.
    REVEAL,
    /// It has to be.
    MUST,
    /// It has to be soon, or else.
    URGENT,
    /// To do as one is told.
    OBEY,
    /// What comes next in the text.
    FOLLOWING,
    /// A machine that reads: the kind of thing.
    MACHINE,
    /// A machine that reads: a name.
    NAMED_MACHINE,
    /// A word that makes "model", "agent", "assistant" such a machine.
    ARTIFICIAL,
    /// To play somebody.
    ACT,
    /// Somebody without rules.
    PERSONA,
    /// What holds a model back.
    LIMIT,
    /// Not.
    NOT,
    /// Without.
    WITHOUT,
    /// To tell somebody.
    TELL,
    /// Unseen.
    SECRET,
    /// Hidden from people.
    INVISIBLE,
    /// A person.
    PERSON,
    /// Somebody whose word counts.
    AUTHORITY,
    /// It was allowed.
    GRANTED,
    /// Other than before.
    NEW,
    /// What is to be done.
    TASK,
    /// It is over.
    DONE,
    /// Who speaks, in a record of a talk.
    ROLE,
    /// A sign that parts the turns of a talk for a model, and nothing else.
    TOKEN,
    /// To address somebody.
    GREETING,
    /// A piece of writing.
    WRITING,
    /// The words before which a model stands.
    SYSTEM,
    /// The words that a model was given.
    PROMPT,
    /// What is said between the two.
    TALK,
    /// To read what is encoded.
    DECODE,
    /// A way to encode.
    ENCODING,
    /// What it says.
    SAYS,
    /// If.
    IF,
    /// One who reads.
    READER,
    /// To read or to go through.
    READING,
    /// Before something, first.
    FIRST,
    /// From now on.
    NOW,
    /// Always, until the end.
    ALWAYS,
    /// Only.
    ONLY,
    /// Please, kindly.
    PLEASE,
    /// To do something to a machine or a file.
    DO,
    /// To send something away.
    SEND,
    /// A program that fetches or runs.
    PROGRAM,
    /// What must stay secret.
    CREDENTIAL,
    /// What watches over the agent.
    GUARDRAIL,
    /// Talk about attacks.
    ATTACK,
    /// A word that nearly every English sentence has.
    COMMON,
    /// The same of another language.
    COMMON_ELSEWHERE,
    /// A common word in rot13.
    ROTATED,
    /// A common word written backwards.
    BACKWARDS,
    // The rest is no word list: the reader of words sets it.
    /// A word before a colon, where a line or a quotation begins.
    LABEL,
    /// A word in angle or square brackets.
    TAGGED,
    /// A word in capitals.
    SHOUTED,
    /// The first word of a sentence.
    OPENING,
}
