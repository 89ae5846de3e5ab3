//! Commits, pushes and pull requests that a clause forbids: "don't push", "never commit to main", "I'll commit myself", "no PR".
//!
//! Owns their words, beside those that begin any prohibition (`cue`). "Push through the migrations" is no push.

use super::doing::is_an_order;
use super::{Act, Cue, doing, is_over};
use crate::domain::{CallKind, Target};
use crate::goal::constraint::state;
use crate::goal::prompt::sentence::{Head, Mood, Sentence, begins_an_order};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{
    is_article, is_conjunction, is_copula, is_determiner, is_first_person, is_joining, is_modal, is_pronoun,
    is_proviso, lets,
};
use crate::goal::prompt::{changing, closing};

/// Words at most from the first of a clause to the act that it names.
const MAX_SPAN: usize = 8;

/// The prohibition whose first word stands at `at`.
pub(in crate::goal::constraint) fn left_to_the_user(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if sentence.head(at) == Head::Inside {
        return None;
    }
    let cue = |object: usize, limit: usize, act: Act| Some(Cue::new(at, object, act).until(limit));
    match sentence.word(at) {
        // "I have two checkpoints and I will do the commit. What happens?" tells of a case.
        "i" | "i'll" | "we'll" if sentence.head(at) != Head::Tied || sentence.mood == Mood::Order => {
            let (verb, act) = own_act(sentence, at)?;
            let both = 2 * usize::from(sentence.reads(verb + 1, "and push"));
            // "I'll push back on that" is no push.
            let (object, _) = version_control_object(sentence, verb + 1 + both);
            cue(verb + 1 + both, usize::MAX, act).filter(|_| object != Version::Else)
        }
        // "Leave it uncommitted", "keep the changes unstaged".
        "leave" | "keep" => {
            // "Leave all my changes unstaged".
            let changes = |word: &str| {
                small(word) || changing::is_noun(word) || matches!(word, "all" | "any" | "everything" | "files")
            };
            let end = (at + 1..sentence.tokens.len()).find(|end| !changes(sentence.word(*end)))?;
            // "Leave the commit to me".
            if act_of(sentence.word(end)).is_some() && sentence.reads(end + 1, "to me") {
                return cue(end + 3, end + 3, act_of(sentence.word(end))?);
            }
            match sentence.word(end) {
                "git" if sentence.reads(end + 1, "to me") || sentence.word(end + 1) == "alone" => {
                    cue(end + 1, end + 1, Act::Git)
                }
                _ if end == at + 1 => None,
                "uncommitted" | "unstaged" => cue(end + 1, end + 1, Act::Commit),
                "unpushed" => cue(end + 1, end + 1, Act::Push),
                _ => None,
            }
        }
        // "Git is mine", "git is off limits".
        "git" if is_copula(sentence.word(at + 1)) && sentence.mood != Mood::Question => {
            let mine = match sentence.word(at + 2) {
                "mine" | "forbidden" | "taboo" => is_over(sentence, at + 2),
                "my" => matches!(sentence.word(at + 3), "business" | "job") && is_over(sentence, at + 3),
                _ => state::is_off_limits(sentence, at + 2),
            };
            mine.then(|| Cue::new(at, at + 1, Act::Git).until(at + 1))
        }
        // "You may commit but not push".
        "not" if act_of(sentence.word(at + 1)).is_some() && grants_another(sentence, at) => {
            let (object, _) = version_control_object(sentence, at + 2);
            cue(at + 2, usize::MAX, act_of(sentence.word(at + 1))?).filter(|_| object != Version::Else)
        }
        // "Push to the branch, not to main".
        "not" if orders_a_push(sentence, at) => {
            let branch = at + 1 + usize::from(matches!(sentence.word(at + 1), "on" | "to"));
            let (object, _) = version_control_object(sentence, branch);
            cue(branch, usize::MAX, Act::Push).filter(|_| matches!(object, Version::Branch(_)))
        }
        "no" if sentence.mood != Mood::Question => {
            let (end, act) = none_of(sentence, at + 1)?;
            cue(end, end, act)
        }
        _ => None,
    }
}

/// "Commits", "force pushes", "deploys", "branch", "PR", behind a "no": the token behind it, and what it is.
fn none_of(sentence: &Sentence<'_>, from: usize) -> Option<(usize, Act)> {
    let over = |end: usize, act: Act| is_over(sentence, end - 1).then_some((end, act));
    // "No git commits", "no more pushing".
    let noun = sentence.past(from, |word| matches!(word, "git" | "more"));
    if let Some(act @ (Act::Commit | Act::Push)) = act_of(sentence.word(noun)) {
        // "No commit or push".
        let joined = is_joining(sentence.word(noun + 1)) && act_of(sentence.word(noun + 2)).is_some();
        let end = noun + 1 + 2 * usize::from(joined);
        return over(end, act).filter(|_| act == Act::Push || !tells_of_none(sentence, end));
    }
    if let Some(end) = all_of_git(sentence, from).filter(|_| is_an_order(sentence, from)) {
        return Some((end, Act::Git));
    }
    match sentence.word(from) {
        "force" if !matches!(sentence.word(from + 1), "push" | "pushes" | "pushing") => None,
        "force" => over(from + 2, Act::ForcePush),
        "force-push" | "force-pushes" | "force-pushing" => over(from + 1, Act::ForcePush),
        "deploy" | "deployment" | "deployments" | "deploys" | "releases" => over(from + 1, Act::Deploy),
        _ if let Some(end) = new_branch(sentence, from) => over(end, Act::Branch),
        _ => {
            let end = pull_request(sentence, from)?;
            (is_over(sentence, end - 1) || sentence.word(end) == "needed").then_some((end, Act::PullRequest))
        }
    }
}

/// "No commits since friday" tells, and so does "no commits on this branch yet, make the first one".
pub(in crate::goal::constraint) fn tells_of_none(sentence: &Sentence<'_>, behind: usize) -> bool {
    let told = matches!(sentence.word(behind), "are" | "found" | "from" | "have" | "in" | "since" | "were");
    let place = sentence.word(behind) == "on" && sentence.any_from(behind, |at| sentence.word(at) == "yet");
    // "Make the first test pass" makes no commit.
    let one = |at: usize| {
        let alone = is_over(sentence, at) || matches!(sentence.word(at + 1), "commit" | "one");
        matches!(sentence.word(at), "first" | "one") && alone
    };
    let asked_for = |verb: usize| {
        let makes = matches!(sentence.word(verb), "add" | "create" | "make");
        makes && sentence.head(verb) != Head::Inside && (verb + 1..=verb + 3).any(one)
    };
    told || place || sentence.any_from(behind, asked_for)
}

fn orders_a_push(sentence: &Sentence<'_>, end: usize) -> bool {
    let ordered = sentence.orders();
    let granted = |at: usize| sentence.back(at, 2) == "you" && lets(sentence.back(at, 1));
    let pushes =
        |at: usize| sentence.word(at) == "push" && (ordered && sentence.head(at) != Head::Inside || granted(at));
    (end.saturating_sub(MAX_SPAN)..end).any(pushes)
}

/// "Commit it but not ...", "you may commit but not ...": the agent is let do the one of two.
fn grants_another(sentence: &Sentence<'_>, end: usize) -> bool {
    let granted = |at: usize| {
        let you = sentence.back(at, 2) == "you" && is_modal(sentence.back(at, 1));
        act_of(sentence.word(at)).is_some() && (you || sentence.head(at) != Head::Inside)
    };
    sentence.orders() && (end.saturating_sub(MAX_SPAN)..end).any(granted)
}

/// "I'll commit it", "I will do the commit", "I want to push it myself": the verb or noun, and what is left to the user.
fn own_act(sentence: &Sentence<'_>, at: usize) -> Option<(usize, Act)> {
    let last = sentence.tokens.len().min(at + MAX_SPAN);
    let promised = sentence.word(at) != "i" || sentence.word(at + 1) == "will";
    let (verb, act) = (at + 1..last).find_map(|verb| Some((verb, act_of(sentence.word(verb))?)))?;
    let between =
        ["and", "care", "do", "handle", "make", "prefer", "rather", "take", "the", "then", "to", "want", "will"];
    let plain = (at + 1..verb).all(|word| between.contains(&sentence.word(word)));
    let myself = (verb + 1..last).any(|word| matches!(sentence.word(word), "myself" | "ourselves"));
    (plain && (promised || myself)).then_some((verb, act))
}

/// "Any commits", "a git push", behind "make" or "do": what it is, and the token behind it.
pub(in crate::goal::constraint) fn noun(sentence: &Sentence<'_>, from: usize) -> Option<(Act, usize)> {
    let beside = |at: &usize| {
        is_article(sentence.word(*at)) || matches!(sentence.word(*at), "another" | "any" | "git" | "more" | "new")
    };
    let at = (from..sentence.tokens.len()).find(|at| !beside(at))?;
    let act = act_of(sentence.word(at)).filter(|act| *act != Act::Deploy)?;
    let waits = is_proviso(sentence.word(at + 1)) || sentence.word(at + 1) == "yet";
    (at > from && (waits || is_over(sentence, at))).then_some((act, at + 1))
}

/// What a form of "commit" or "push" names.
fn act_of(word: &str) -> Option<Act> {
    match word.split('/').next().unwrap_or(word) {
        "commit" | "commits" | "committing" => Some(Act::Commit),
        "push" | "pushes" | "pushing" => Some(Act::Push),
        "deploy" | "deploying" => Some(Act::Deploy),
        _ => None,
    }
}

/// The token behind "a PR", "pull requests".
pub(in crate::goal) fn pull_request(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let at = sentence.past(from, |word| is_article(word) || matches!(word, "another" | "any" | "new"));
    match (sentence.word(at), sentence.word(at + 1)) {
        ("pr" | "prs" | "mr" | "mrs", _) => Some(at + 1),
        ("pull" | "merge", "request" | "requests") => Some(at + 2),
        _ => None,
    }
}

/// The token behind "a new branch". "A branch in the parser" is one of a program.
pub(in crate::goal::constraint) fn new_branch(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let filling = |at: &usize| {
        is_article(sentence.word(*at))
            || matches!(sentence.word(*at), "another" | "any" | "feature" | "git" | "new" | "other")
    };
    let noun = (from..sentence.tokens.len()).find(|at| !filling(at))?;
    let behind = sentence.word(noun + 1);
    let over = is_over(sentence, noun) || is_joining(behind) || is_proviso(behind);
    (matches!(sentence.word(noun), "branch" | "branches") && over).then_some(noun + 1)
}

/// What git does with what is committed, and the commands that do it. "Squash" and "tag" are words of other trades too.
const BY_GIT: [([&str; 2], &[&str]); 6] = [
    (["amend", "amending"], &["git commit --amend"]),
    (["cherry-pick", "cherry-picking"], &["git cherry-pick"]),
    (["merge", "merging"], &["git merge", "gh pr merge", "glab mr merge"]),
    (["rebase", "rebasing"], &["git rebase", "git pull --rebase"]),
    (["stash", "stashing"], &["git stash"]),
    (["tag", "tagging"], &["git tag"]),
];

/// The commands that begin a branch. `git branch` alone lists them.
pub(in crate::goal) const BRANCHING: [&str; 3] = ["git checkout -b", "git switch -c", "git switch --create"];

/// Words that stand for commits and branches behind such a verb.
const OF_GIT: [&str; 16] = [
    "anything", "branch", "branches", "commit", "commits", "develop", "history", "into", "main", "master", "mr", "on",
    "onto", "pr", "request", "to",
];

/// "It", "the": it says nothing of what it stands for.
fn small(word: &str) -> bool {
    is_pronoun(word) || is_determiner(word)
}

/// The token behind "rebase", "merge the PR"; `None` where something else is merged ("the two functions").
pub(in crate::goal::constraint) fn of_git(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    by_git(sentence.word(verb))?;
    let mut at = verb + 1;
    while !sentence.is_parted(at) && (small(sentence.word(at)) || OF_GIT.contains(&sentence.word(at))) {
        at += 1;
    }
    (is_conjunction(sentence.word(at)) || is_over(sentence, at - 1)).then_some(at)
}

/// What git does, behind its name.
const GIT_NOUNS: [&str; 5] = ["command", "commands", "operations", "stuff", "things"];

/// "Git", "any git commands", and nothing more: the token behind it.
pub(in crate::goal::constraint) fn all_of_git(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let git = from + usize::from(matches!(sentence.word(from), "any" | "the"));
    let end = sentence.past(git + 1, |word| GIT_NOUNS.contains(&word));
    (sentence.word(git) == "git" && is_over(sentence, end - 1)).then_some(end)
}

/// Words for losing what is not committed.
const DISCARDING: [&str; 7] = ["discard", "lose", "nuke", "overwrite", "revert", "throw", "wipe"];
/// The commands that do.
const DISCARDS: [&str; 5] = ["git reset --hard", "git checkout --", "git checkout .", "git restore", "git clean"];

/// The token behind "discard my local changes", "throw away uncommitted work".
pub(in crate::goal::constraint) fn discards(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    // "Don't lose the changes of the user" is a rule for a program.
    let own =
        |at: usize| matches!(sentence.word(at), "local" | "my" | "pending" | "uncommitted" | "unsaved" | "unstaged");
    let beside = |at: usize| own(at) || is_determiner(sentence.word(at)) || matches!(sentence.word(at), "any" | "away");
    let noun = (verb + 1..sentence.tokens.len()).find(|at| !beside(*at))?;
    let own = (verb + 1..noun).any(own);
    let work = matches!(sentence.word(noun), "changes" | "edits" | "modifications" | "stuff" | "work");
    (DISCARDING.contains(&sentence.word(verb)) && own && work && is_over(sentence, noun)).then_some(noun + 1)
}

fn by_git(word: &str) -> Option<&'static [&'static str]> {
    BY_GIT.iter().find(|(forms, _)| forms.contains(&word)).map(|(_, commands)| *commands)
}

/// The commands that a clause about version control forbids, and the token behind them.
pub(in crate::goal::constraint) fn commands(sentence: &Sentence<'_>, cue: &Cue) -> (Vec<Target>, usize) {
    let command = |words: &str| Target::Command(words.to_owned());
    let said = |wanted: &str| {
        (cue.start..cue.object).any(|at| sentence.word(at).split('/').any(|word| word.starts_with(wanted)))
    };
    // "Push or rebase"; in "amend the commit" it is what is amended.
    let joined = |wanted: &str| {
        let comma = |at: usize| sentence.tokens.get(at).is_some_and(Token::comma);
        let lists = |at: usize| comma(at) || is_joining(sentence.word(at + 1));
        (cue.start..cue.object).any(|at| sentence.word(at) == wanted && lists(at))
    };
    if cue.act == Act::PullRequest {
        return (vec![command("gh pr create"), command("glab mr create")], cue.object);
    }
    // "Don't use git", "leave git to me".
    if cue.act == Act::Git
        && (sentence.word(cue.object - 1) == "git" || GIT_NOUNS.contains(&sentence.word(cue.object - 1)))
    {
        return (vec![Target::Doing(CallKind::Git)], cue.object);
    }
    if cue.act == Act::Git && (cue.start..cue.object).any(|at| discards(sentence, at) == Some(cue.object)) {
        return (DISCARDS.map(command).to_vec(), cue.object);
    }
    if cue.act == Act::Branch {
        return (BRANCHING.map(command).to_vec(), cue.object);
    }
    // "Open a PR but don't merge": a branch may still be merged into this one.
    let of_a_pr = (0..cue.start).any(|at| pull_request(sentence, at).is_some());
    let named = (cue.start..cue.object).filter_map(|at| by_git(sentence.word(at))).flatten();
    let mut targets: Vec<Target> =
        named.filter(|words| !(of_a_pr && **words == "git merge")).map(|words| command(words)).collect();
    let (object, end) = match cue.act {
        Act::Git if joined("commit") || joined("push") => (Version::Work, cue.object),
        Act::Git => (Version::Else, cue.object),
        // Nothing is said of what: "only commit after I have seen it".
        _ if cue.object >= cue.limit => (Version::Work, cue.object),
        _ => version_control_object(sentence, cue.object),
    };
    if cue.act == Act::ForcePush {
        let to = if let Version::Branch(branch) = object { format!(" origin {branch}") } else { String::new() };
        let by = |flag: &str| command(&format!("git push{to} {flag}"));
        return (vec![by("--force"), by("-f")], end);
    }
    // On another branch a commit stays free: no command tells the branch.
    if (said("commit") || cue.act == Act::Commit && !said("push")) && object == Version::Work {
        targets.push(command("git commit"));
    }
    if said("push") || cue.act == Act::Push {
        match object {
            Version::Branch(branch) => targets.push(command(&format!("git push origin {branch}"))),
            Version::Work => targets.push(command("git push")),
            Version::Else => {}
        }
    }
    targets.extend(doing::named(sentence, cue.start..cue.object));
    (targets, end)
}

/// What is committed or pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version<'a> {
    /// The work as it stands.
    Work,
    /// One branch.
    Branch(&'a str),
    /// Something else: "push through the migrations".
    Else,
}

/// True where what stands from `at` on is the work, a branch or nothing: "it", "the changes", "to feature/login", "now".
pub(in crate::goal) fn is_of_work(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.word(at) {
        // "Push to the results array" is no push.
        "to" => {
            let branch = sentence.past(at + 1, is_article);
            let named = sentence.tokens.get(branch).is_none_or(|token| token.raw.contains(['/', '-', '#']));
            let known = [
                "branch", "develop", "github", "gitlab", "main", "master", "my", "origin", "our", "remote", "staging",
                "upstream",
            ];
            named || known.contains(&sentence.word(branch))
        }
        "if" | "up" | "when" => true,
        _ => version_control_object(sentence, at).0 != Version::Else,
    }
}

/// True for a word behind "and" that begins something else: "don't push and don't commit", "and open a PR".
fn ends_list(word: &str) -> bool {
    let gerund = word.ends_with("ing") && !word.ends_with("thing");
    gerund || matches!(word, "pr" | "you") || begins_an_order(word) && !matches!(word, "commit" | "push")
}

fn version_control_object<'a>(sentence: &'a Sentence<'_>, from: usize) -> (Version<'a>, usize) {
    let mut version = Version::Work;
    let mut at = from;
    while at < sentence.tokens.len() && !sentence.is_parted(at) {
        match sentence.word(at) {
            // "Don't push or tag": right behind the verb stands another one, known or not.
            word if is_joining(word) && (at == from || ends_list(sentence.word(at + 1))) => break,
            // "Not everything, only src/auth".
            "everything" if sentence.tokens[at].comma() && matches!(sentence.word(at + 1), "just" | "only") => {
                return (Version::Else, at);
            }
            word if small(word) || is_joining(word) => {}
            "anything" | "any" | "changes" | "change" | "code" | "work" | "to" | "github" | "git" | "remote"
            | "origin" | "upstream" | "everything" | "stuff" | "directly" | "automatically" | "on" | "branch"
            | "commits" | "for" | "me" | "up" | "again" | "please" | "ever" | "yourself" | "myself" | "either"
            | "anymore" | "anyway" | "tonight" | "whatsoever" => {}
            "more" if sentence.word(at - 1) == "any" => {}
            "main" | "master" | "develop" | "production" => version = Version::Branch(sentence.word(at)),
            // "Anything but the lock file" may be committed in part.
            "but" if matches!(sentence.word(at - 1), "anything" | "everything") => return (Version::Else, at),
            word if is_proviso(word)
                || closing::leads_on(word)
                || closing::is_courtesy(word)
                || is_first_person(word) =>
            {
                break;
            }
            "even" | "yet" | "now" | "just" | "ill" | "if" | "when" | "commit" | "push" | "afterwards" | "at"
            | "later" | "once" | "though" | "today" | "tomorrow" => break,
            _ => return (Version::Else, at),
        }
        at += 1;
    }
    (version, at)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints};

    #[test]
    fn branches_are_begun_by_name() {
        let branching = "deny $ git checkout -b + $ git switch -c + $ git switch --create";
        limits("Fix the login. Don't create a new branch, stay on this one.", branching);
        limits("Fix the login without creating a branch", branching);
        limits("Fix the login. Don't push or create a branch", &format!("deny $ git push; {branching}"));
        limits("Don't create a branch in the parser for this case", "donot");
        limits("Don't open a branch for each user", "donot");
        let stage = Stage::new();
        let first = stage.start("Fix the login. Don't create a branch.");
        let after = |said: &str| stage.left(&first, said);
        assert_eq!(after("put it on a new branch"), "");
        assert_eq!(after("still no branch, but fix the logout too"), branching);
    }

    #[test]
    fn what_is_not_committed_is_kept() {
        let kept = "deny $ git reset --hard + $ git checkout -- + $ git checkout . + $ git restore + $ git clean";
        limits("Fix the login. Don't discard my local changes", kept);
        limits("Fix the login. Never throw away uncommitted work!", kept);
        limits("Fix the form. Don't lose the user's changes", "");
        limits("Fix the form. Don't overwrite my settings file", "donot");
    }

    #[test]
    fn tags_and_pushes_by_force_are_forbidden_by_name() {
        limits("Write the changelog. Don't tag, I do that", "deny $ git tag");
        limits("add a rule. dont apply anything!! plan is ok", "deny deploy");
        limits("rebase onto main. never use --force, others work there", "deny $ git push --force + $ git push -f");
        limits("rebase onto main. don't use --force-with-lease here", "deny $ git push --force + $ git push -f");
        limits("Write the changelog. Don't tag the images", "donot");
    }

    #[test]
    fn what_git_does_with_commits_is_forbidden_by_name() {
        let rebase = "$ git rebase + $ git pull --rebase";
        limits("fix it. don't rebase", &format!("deny {rebase}"));
        limits("fix it. don't rebase the branch", &format!("deny {rebase}"));
        limits("fix it. avoid rebasing", &format!("deny {rebase}"));
        limits("fix it. don't rebase or push", &format!("deny {rebase} + $ git push"));
        limits("Don't rebase, push it.", &format!("deny {rebase}"));
        limits("fix it. don't merge", "deny $ git merge + $ gh pr merge + $ glab mr merge");
        limits("open a PR but don't merge it", "deny $ gh pr merge + $ glab mr merge");
        limits("fix it, don't amend please", "deny $ git commit --amend");
        limits("don't merge the two functions", "donot");
        limits("src/parser.rs is generated by a tool, don't commit it", "donot");
        limits("Fix src/parser.rs but don't commit it", "deny $ git commit");
        limits("no commits since friday in CHANGELOG.md, add them", "");
        limits("fix it and push to the branch, not to main", "deny $ git push origin main");
        for said in [
            "push it, not the tests",
            "Send push notifications to develop users, not production",
            "The push trigger must fire on develop, not on main",
        ] {
            assert!(!shown_constraints(&Stage::new().start(said).constraints).contains("deny"), "{said}");
        }
    }

    #[test]
    fn of_a_list_of_acts_each_is_forbidden() {
        let (merge, rebase) = ("$ git merge + $ gh pr merge + $ glab mr merge", "$ git rebase + $ git pull --rebase");
        limits("fix it. Do not push or merge", &format!("deny {merge} + $ git push"));
        limits("fix it. Never push or rebase", &format!("deny {rebase} + $ git push"));
        limits("fix it. Don't push or open a PR", "deny $ git push; deny $ gh pr create + $ glab mr create");
        limits(
            "fix it. Don't rebase or force push",
            &format!("deny {rebase}; deny $ git push --force + $ git push -f"),
        );
        limits("fix it. don't commit/push", "deny $ git commit + $ git push");
        limits("fix it without committing or pushing", "deny $ git commit + $ git push");
        limits("fix it. No commit or push", "deny $ git commit + $ git push");
        limits("fix it. don't make any commits", "deny $ git commit");
        limits("fix it. Don't run `git push` or `npm publish`", "deny $ git push + $ npm publish");
        limits(
            "fix it. Don't run npm publish, git push or docker push",
            "deny $ npm publish + $ git push + $ docker push",
        );
        limits("fix it. don't push even if everything is green", "deny $ git push");
        limits("fix it. don't push, but commit it", "deny $ git push");
        limits("fix it. don't commit anything, I'd like to see the diff first", "deny $ git commit");
        limits("fix it. Don't amend the commit", "deny $ git commit --amend");
        limits("fix it. don't create a push notification", "donot");
    }

    #[test]
    fn what_the_user_does_is_not_the_agents() {
        for said in [
            "I'll commit myself",
            "fix the parser, I'll commit it",
            "Fix the parser. I will do the commit.",
            "fix the parser. I want to commit it myself",
            "Leave it uncommitted",
            "fix the parser and leave the changes uncommitted",
            "fix the parser, keep everything unstaged",
        ] {
            limits(said, "deny $ git commit");
        }
        limits("I'll push it myself", "deny $ git push");
        for said in [
            "fix the parser, don't push, and run the tests",
            "don't push, thanks!",
            "Don't push - I'll do it",
            "Don't push (CI is broken)",
            "fix the parser, no push",
            "fix the parser. No git push please",
            "don't push at all",
            "don't push any more",
            "please don't push anymore",
            "no more pushing",
            "don't push though",
            "leave the push to me",
            "looks good but don't push",
            "fix the parser, you may commit but not push",
            "Commit it but not push",
            "commit dont push",
            "commit it dont push",
            "fix the parser, no push, make one commit",
            "fix the parser pls dont push",
            "dont push ill do that",
            "don't push, we'll see",
            "donot push",
            "don't push ok",
            "don't push, ok?",
        ] {
            limits(said, "deny $ git push");
        }
        limits("Don't commit, don't push", "deny $ git commit; deny $ git push");
        limits("I'll commit and push myself", "deny $ git commit + $ git push");
        for said in
            ["fix the parser, no PR", "Don't open a PR.", "fix it but don't create a pull request", "no PRs please"]
        {
            limits(said, "deny $ gh pr create + $ glab mr create");
        }
    }

    #[test]
    fn git_is_left_to_the_user() {
        let all = "deny git";
        for said in ["leave git alone", "git is mine", "git is off limits", "git is my job"] {
            limits(&format!("fix the parser. {said}"), all);
        }
        for said in ["git is broken here", "is git off limits?", "git is mine in the test fixture"] {
            limits(&format!("fix the parser. {said}"), "");
        }
        for said in ["fix the parser. Don't use git", "never use git here", "fix the parser and leave git to me"] {
            limits(said, all);
        }
        let stage = Stage::new();
        let goal = stage.start("fix the parser. Don't use git");
        assert_eq!(stage.left(&goal, "now commit it"), "");
        for said in
            ["Leave the git hooks to me", "Use git", "don't use git hooks for that", "don't use git in the script"]
        {
            assert!(!shown_constraints(&stage.start(said).constraints).contains("deny"), "{said}");
        }
    }

    #[test]
    fn what_tells_of_commits_forbids_none() {
        for said in [
            "make the script commit but not push",
            "make the hooks commit dont push",
            "commit hook dont push, fix it",
            "add a flag to commit but not push",
            "why does it commit but not push?",
            "commit it but not to main",
            "I committed it myself",
            "I want you to commit it",
            "I'll check the last commit",
            "I'll look at the push later",
            "I'll commit to the plan",
            "I'll push back on that in review",
            "I'll handle the push notifications myself",
            "I want to commit this",
            "I have two checkpoints and I will do the commit. How is my edit handled?",
            "no PR was opened for src/parser.rs, why?",
            "there is no PR",
            "no commit was found in src/parser.rs, why?",
            "add a no push mode",
            "the hook says no push",
            "leave the door open",
            "show uncommitted changes in the sidebar",
            "don't open a PR against main",
        ] {
            let read = shown_constraints(&Stage::new().start(said).constraints);
            assert!(!read.contains("deny"), "{said}: {read}");
        }
    }

    #[test]
    fn it_ends_when_it_is_asked_for() {
        let left = |first: &str, later: &str| {
            let stage = Stage::new();
            stage.left(&stage.start(first), later)
        };
        assert_eq!(left("fix the parser, I'll commit it", "ok you can commit"), "");
        assert_eq!(left("fix the parser, I'll commit it", "commit it please"), "");
        assert_eq!(left("fix the parser, no PR", "now open a PR"), "");
        assert_eq!(left("fix the parser, no PR", "create a pull request"), "");
        assert_eq!(left("fix the parser, no PR", "now fix the lexer"), "deny $ gh pr create + $ glab mr create");
    }
}
