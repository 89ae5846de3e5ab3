//! What is asked about each changed file.

use super::case::Case;
use super::contrast;
use super::pair::{Measures, likeness, shared_word};
use super::piece::Pieces;
use super::said::Said;
use super::standing::follows;

/// One question; its place in the list is its place in `unasked.weights`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// How much likelier the goal wants it than the average file.
    Lift,
    /// By how much the likeliest changed file is likelier.
    BehindBest,
    /// It is that file.
    Best,
    /// The share of sources that stand before it in the ranking, as a logarithm.
    SourcesBefore,
    /// The chance of all files that stand before it.
    ChanceBefore,
    /// How far the goal's chances are scattered over the list.
    Spread,
    /// The goal names other changed files and not this one.
    OthersNamed,
    /// Its base name stands in the text, with the extension.
    InText,
    /// How often its name without the extension does, as a logarithm.
    TimesInText,
    /// The share of its pieces that the text has (`piece`).
    Pieces,
    /// The share of the list's files of which the text has more, as a logarithm.
    MorePieces,
    /// The share that the title has, less the largest of the others.
    TitlePieces,
    /// What the words say for another work than the goal's (`contrast`).
    Contrast,
    /// The same, less the mean of the others.
    ContrastMean,
    /// The least of it among the files of the change.
    BestContrast,
    /// How alike it is to the others, by their chance.
    Alike,
    /// How alike it is to the closest of the others.
    AlikeClosest,
    /// How alike it is to the closest test or prose of the change.
    AlikeCompanion,
    /// A test or a prose of the change shares a word of its name that few files have.
    SharesName,
    /// Whether it belongs to one work with the others (`pair`), on average.
    Belongs,
    /// The same with the one that it belongs to least.
    BelongsLeast,
    /// The same with the likeliest changed file.
    BelongsBest,
    /// The same with the test or prose of the change that it belongs to most.
    BelongsCompanion,
    /// The same with the list's likeliest sources, by their chance.
    BelongsWanted,
    /// How many files there are, as a logarithm.
    Count,
}

/// How many things are asked about a changed file: the last question is the count.
pub(super) const ASKED: usize = Question::Count as usize + 1;

/// What is asked about a changed file, in the order of `unasked.weights`.
pub(super) type Doubts = [f64; ASKED];

/// What an answer can come to.
const BOUND: f64 = 12.0;
/// A word is rare from here on.
const RARE: f64 = 0.4;
/// Log-odds of a file to belong to itself.
const ITSELF: f64 = 3.0;
/// Added to a share of the files before one: the first has none.
const FIRST: f64 = 0.0005;

/// What is asked about each file of a change; `None` for what is never doubted.
pub(super) fn doubts(case: &Case<'_>) -> Vec<Option<Doubts>> {
    let Case { change, standing, peers, .. } = case;
    let pieces = Pieces::new(&change.goal.text, &case.features.title, change.files);
    let said = Said::new(&change.goal.text);
    let words: Vec<Words> = case
        .doubted
        .iter()
        .zip(case.contrasts())
        .map(|(at, row)| {
            let path = change.files.path(*at);
            Words {
                at: *at,
                contrast: contrast::weigh(&row, case.config),
                title: pieces.title[*at],
                text: pieces.text[*at],
                more: pieces.more(*at),
                named: said.names(path),
                times: said.times(path),
            }
        })
        .collect();
    let ground = Ground {
        case,
        best: peers.first().copied().unwrap_or_default(),
        top: peers.first().map_or(0.0, |at| standing.lift[*at]),
        words: &words,
    };
    let mut doubted = words.iter();
    let names = case.names();
    let follows = |at: &usize| follows(&names.files[*at]);
    change.changed.iter().map(|at| if follows(at) { None } else { doubted.next().map(|own| ground.ask(own)) }).collect()
}

/// What the goal's words say of one doubted file.
struct Words {
    at: usize,
    contrast: f64,
    title: f64,
    text: f64,
    more: f64,
    named: bool,
    times: usize,
}

/// What is the same for all files.
struct Ground<'a> {
    case: &'a Case<'a>,
    /// The likeliest changed file, and its lift.
    best: usize,
    top: f64,
    words: &'a [Words],
}

impl Ground<'_> {
    #[expect(clippy::cast_precision_loss, reason = "a change has few files")]
    fn ask(&self, own: &Words) -> Doubts {
        let Self { case, best, top, words } = self;
        let (standing, near, at) = (&case.standing, &case.near, own.at);
        let others = || words.iter().filter(|other| other.at != at);
        let peers = || case.peers.iter().copied().filter(move |other| *other != at);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let most = |values: &[f64]| values.iter().copied().reduce(f64::max).unwrap_or(0.0);
        let flag = |holds: bool| f64::from(u8::from(holds));

        let contrasts: Vec<f64> = others().map(|other| other.contrast).collect();
        let to_peers: Vec<Measures> = peers().map(|other| near.measures(at, other)).collect();
        let to_companions: Vec<Measures> = case.companions.iter().map(|other| near.measures(at, *other)).collect();
        let belongs: Vec<f64> = to_peers.iter().map(|measures| near.belong(measures)).collect();
        let alike: Vec<f64> = to_peers.iter().map(likeness).collect();
        let masses: Vec<f64> = peers().map(|other| (standing.lift[other] - top).exp()).collect();
        let weighted: f64 = alike.iter().zip(&masses).map(|(alike, mass)| alike * mass).sum();
        let wanted = |(to, chance): &(usize, f64)| {
            chance * if *to == at { ITSELF } else { near.belong(&near.measures(at, *to)) }
        };
        let chance: f64 = case.best.iter().map(|(_, chance)| chance).sum();

        let mut doubts = [0.0; ASKED];
        let mut set = |question: Question, value: f64| doubts[question as usize] = value.clamp(-BOUND, BOUND);
        set(Question::Lift, standing.lift[at]);
        set(Question::BehindBest, top - standing.lift[at]);
        set(Question::Best, flag(*best == at));
        set(Question::SourcesBefore, (standing.sources_before[at] + FIRST).ln());
        set(Question::ChanceBefore, standing.chance_before[at]);
        set(Question::Spread, standing.spread);
        let others_named = others().any(|other| case.is_named(other.at));
        set(Question::OthersNamed, flag(!case.is_named(at) && others_named));
        set(Question::InText, flag(own.named));
        set(Question::TimesInText, (own.times as f64).ln_1p());
        set(Question::Pieces, own.text);
        set(Question::MorePieces, (own.more + FIRST).ln());
        set(Question::TitlePieces, own.title - others().map(|other| other.title).fold(0.0, f64::max));
        set(Question::Contrast, own.contrast);
        set(Question::ContrastMean, own.contrast - mean(&contrasts));
        set(Question::BestContrast, words.iter().map(|file| file.contrast).fold(f64::INFINITY, f64::min));
        set(Question::Alike, weighted / masses.iter().sum::<f64>().max(1e-9));
        set(Question::AlikeClosest, most(&alike));
        set(Question::AlikeCompanion, to_companions.iter().map(likeness).fold(0.0, f64::max));
        set(Question::SharesName, flag(to_companions.iter().any(|measures| shared_word(measures) > RARE)));
        set(Question::Belongs, mean(&belongs));
        set(Question::BelongsLeast, belongs.iter().copied().reduce(f64::min).unwrap_or(0.0));
        set(Question::BelongsBest, if *best == at { 0.0 } else { near.belong(&near.measures(at, *best)) });
        let belongs: Vec<f64> = to_companions.iter().map(|measures| near.belong(measures)).collect();
        set(Question::BelongsCompanion, most(&belongs));
        set(Question::BelongsWanted, case.best.iter().map(wanted).sum::<f64>() / chance.max(1e-9));
        set(Question::Count, (words.len() as f64).ln());
        doubts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{FileList, Goal};
    use crate::goal::infer::ranking::Features;
    use crate::goal::infer::unasked::case::Change;
    use Question::*;

    const FILES: [&str; 9] = [
        "README.md",
        "src/auth/login.ts",
        "src/auth/session.ts",
        "src/cart/cart.ts",
        "src/cart/price.ts",
        "src/theme/colors.ts",
        "src/theme/fonts.ts",
        "tests/auth/session.test.ts",
        "tests/cart/cart.test.ts",
    ];

    /// Two models that can be followed: rare words of the name speak against another work, a common folder for one work.
    fn config() -> crate::config::UnaskedConfig {
        let mut config = crate::config::defaults().unasked;
        config.contrast_words.fill(0.0);
        config.contrast_kind.fill(0.0);
        config.contrast_rank.fill(0.0);
        config.contrast_words[0] = -1.0;
        config.pair.fill(0.0);
        (config.pair[0], config.pair[8]) = (-1.0, 2.0);
        config
    }

    /// What is asked about these files under that goal.
    fn asked(goal: &str, changed: &[&str]) -> Vec<Option<Doubts>> {
        let (config, goal) = (config(), Goal { text: goal.to_owned(), ..Goal::default() });
        let files = FileList::new(FILES.map(str::to_owned).to_vec(), false);
        let infer = crate::config::defaults().infer;
        let features = Features::new(&goal, &files, &infer);
        let changed: Vec<usize> = changed.iter().map(|path| files.position(path).unwrap()).collect();
        let change = Change { goal: &goal, files: &files, changed: &changed };
        Case::new(&features, &features.infer(&infer), &change, &config).map(|case| doubts(&case)).unwrap_or_default()
    }

    const GOAL: &str = "Fix the login\n\nAfter a minute session.ts forgets the session: the colour is lost.";
    const CHANGED: [&str; 4] =
        ["src/auth/login.ts", "tests/auth/session.test.ts", "src/auth/session.ts", "src/theme/colors.ts"];

    /// The answers about login, session and colors.
    #[track_caller]
    fn check(question: Question, expected: impl Fn(f64, f64, f64) -> bool) {
        let answers: Vec<f64> =
            asked(GOAL, &CHANGED).iter().flatten().map(|doubts| doubts[question as usize]).collect();
        let [login, session, colors] = answers[..] else { panic!("{answers:?}") };
        assert!(expected(login, session, colors), "{question:?}: {answers:?}");
    }

    fn is(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn a_file_stands_in_the_ranking() {
        check(Lift, |login, session, colors| login > session && session > colors);
        check(BehindBest, |login, session, colors| is(login, 0.0) && session > 0.0 && colors > session);
        check(Best, |login, session, colors| is(login, 1.0) && is(session + colors, 0.0));
        check(SourcesBefore, |login, session, colors| is(login, FIRST.ln()) && session > login && colors > session);
        check(ChanceBefore, |login, session, colors| {
            is(login, 0.0) && session > 0.0 && colors > session && colors < 1.0
        });
        check(Spread, |login, session, colors| is(login, session) && is(login, colors) && login > 0.0 && login < 1.0);
        check(Count, |login, _, _| is(login, 3.0_f64.ln()));
    }

    #[test]
    fn a_text_has_a_files_name() {
        check(InText, |login, session, colors| is(session, 1.0) && is(login + colors, 0.0));
        check(TimesInText, |login, session, colors| {
            is(login, 1.0_f64.ln_1p()) && is(session, 2.0_f64.ln_1p()) && is(colors, 0.0)
        });
        check(OthersNamed, |login, session, colors| is(login, 0.0) && is(session + colors, 2.0));
        // "colour" and "colors" share the beginning.
        check(Pieces, |login, session, colors| login > 0.0 && session > colors && colors > 0.0);
        check(MorePieces, |_, session, colors| session < colors);
        check(TitlePieces, |login, session, colors| login > 0.0 && session < 0.0 && colors < 0.0);
    }

    #[test]
    fn words_speak_for_one_work_and_against_another() {
        // Only login stands in the title, and that is all that the model above looks at.
        check(Contrast, |login, session, colors| login < 0.0 && is(session, 0.0) && is(colors, 0.0));
        check(ContrastMean, |login, session, _| login < 0.0 && session > 0.0);
        check(BestContrast, |login, session, colors| login < 0.0 && is(login, session) && is(login, colors));
    }

    #[test]
    fn files_of_one_folder_are_one_work() {
        check(Belongs, |login, session, colors| is(login, 0.0) && is(session, 0.0) && is(colors, -1.0));
        check(BelongsLeast, |login, session, colors| is(login + session + colors, -3.0));
        // Of the likeliest file itself there is nothing to say.
        check(BelongsBest, |login, session, colors| is(login, 0.0) && is(session, 1.0) && is(colors, -1.0));
        check(BelongsCompanion, |login, session, colors| is(login, -1.0) && is(session, -1.0) && is(colors, -1.0));
        check(BelongsWanted, |login, session, colors| login > session && session > colors);
        check(Alike, |login, session, colors| login > colors && session > colors);
        check(AlikeClosest, |login, session, colors| is(login, session) && login > colors);
        check(AlikeCompanion, |login, session, colors| session > login && login > colors);
        check(SharesName, |login, session, colors| is(session, 1.0) && is(login + colors, 0.0));
    }

    #[test]
    fn what_follows_any_work_is_not_asked_about() {
        let doubted: Vec<bool> = asked(GOAL, &CHANGED).iter().map(Option::is_some).collect();
        assert_eq!(doubted, [true, false, true, true]);
        // One file beside tests and prose; a goal without a telling word.
        assert_eq!(asked(GOAL, &["README.md", "src/auth/login.ts", "tests/auth/session.test.ts"]), []);
        assert_eq!(asked("ok, go on", &CHANGED), []);
    }
}
