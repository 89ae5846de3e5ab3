//! Prohibitions in Chinese and Japanese, which part no words by blanks: "テストは変更しないで", "不要修改测试".
//!
//! Owns their forms. They are looked for in the text of a sentence, clause by clause. What is forbidden is a path that stands there, a kind
//! of files, the code as a whole, or a deed.

use super::form::Forbidden;
use crate::domain::{CallKind, Pattern, Target, WorkKind};
use crate::goal::names::Names;
use crate::goal::prompt::sentence::{Mood, Sentence};

/// What is not to be done.
#[derive(Clone, Copy)]
enum Verb {
    Change,
    Add,
    Run,
    Commit,
    Push,
}

/// How an order not to do something is said: behind the verb in Japanese, before it in Chinese.
const NOT_TO: [&str; 2] = ["ないで", "ないこと"];
const DO_NOT: [&str; 6] = ["不要", "请勿", "不准", "不许", "别", "勿"];

/// Japanese verbs, without the "し" that makes one of a noun.
#[rustfmt::skip]
const JAPANESE: [(&str, Verb); 15] = [
    ("変更", Verb::Change), ("編集", Verb::Change), ("修正", Verb::Change), ("改変", Verb::Change), ("削除", Verb::Change), ("触ら", Verb::Change),
    ("さわら", Verb::Change), ("いじら", Verb::Change), ("変え", Verb::Change), ("書か", Verb::Change), ("追加", Verb::Add), ("入れ", Verb::Add), ("実行", Verb::Run),
    ("コミット", Verb::Commit), ("プッシュ", Verb::Push),
];

/// Chinese verbs, the longer ones first.
#[rustfmt::skip]
const CHINESE: [(&str, Verb); 19] = [
    ("修改", Verb::Change), ("改动", Verb::Change), ("更改", Verb::Change), ("编辑", Verb::Change), ("删除", Verb::Change), ("触碰", Verb::Change),
    ("改", Verb::Change), ("动", Verb::Change), ("碰", Verb::Change), ("新增", Verb::Add), ("添加", Verb::Add), ("引入", Verb::Add),
    ("增加", Verb::Add), ("运行", Verb::Run), ("执行", Verb::Run), ("提交", Verb::Commit), ("commit", Verb::Commit), ("推送", Verb::Push),
    ("push", Verb::Push),
];

/// What people call kinds of files.
#[rustfmt::skip]
const KINDS: [(&str, WorkKind); 8] = [
    ("テスト", WorkKind::Tests), ("测试", WorkKind::Tests), ("マイグレーション", WorkKind::Database), ("迁移", WorkKind::Database),
    ("ドキュメント", WorkKind::Docs), ("文档", WorkKind::Docs), ("スタイル", WorkKind::Style), ("样式", WorkKind::Style),
];

/// What is added to a project: packages.
const PACKAGES: [&str; 6] = ["ライブラリ", "依存", "パッケージ", "依赖", "第三方库", "包"];

/// Words beside a thing that take nothing from it.
#[rustfmt::skip]
const SMALL: [&str; 27] = [
    "ファイル", "フォルダ", "コード", "絶対に", "勝手に", "新しい", "まだ", "一切", "新的", "任何", "文件", "代码", "目录", "里的", "中的", "直接", "擅自",
    "には", "は", "を", "に", "も", "の", "先", "再", "去", "了",
];

/// What stands for the code as a whole; with nothing beside it, nothing in particular is meant.
const ALL: [&str; 7] = ["コード", "何", "ソース", "代码", "任何", "源码", "文件"];

/// Marks between clauses.
const MARKS: [char; 12] = ['。', '、', '，', ',', '；', ';', '！', '!', '：', ':', '（', '\n'];

/// How the work is kept to a place, in Chinese; the place stands behind a verb of changing.
const ONLY: [&str; 3] = ["仅仅", "只", "仅"];

/// The prohibition that a sentence holds; it is looked for at its first word.
pub(super) fn forbidden(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<Forbidden> {
    if at > 0 || sentence.text.is_ascii() || sentence.mood == Mood::Question {
        return None;
    }
    let mut from = 0;
    for clause in sentence.text.split_inclusive(MARKS) {
        let (start, end) = (from, from + clause.len());
        from = end;
        let clause = clause.trim_end_matches(MARKS);
        let kept = kept_to(clause, names);
        let keeps_to = kept.iter().cloned().collect();
        let found = in_clause(clause, names).or_else(|| Some((Target::Outside(kept?), false)));
        let Some((target, denies)) = found else { continue };
        let meets = |token: &usize| sentence.tokens[*token].start < end && sentence.tokens[*token].end > start;
        let mut tokens = (0..sentence.tokens.len()).filter(meets);
        let first = tokens.next()?;
        let last = tokens.next_back().unwrap_or(first);
        return Some(Forbidden { targets: vec![target], denies, keeps_to, ..Forbidden::nothing(first..last + 1) });
    }
    None
}

/// "只改 health.go": the place to which a clause keeps the work.
fn kept_to(clause: &str, names: &Names<'_>) -> Option<Pattern> {
    let (_, behind) = ONLY.iter().find_map(|only| clause.split_once(only))?;
    let behind = behind.trim_start_matches(['能', '需', '要', '许', '准']);
    let changes = |(word, verb): &(&str, Verb)| behind.strip_prefix(word).filter(|_| matches!(verb, Verb::Change));
    written(CHINESE.iter().find_map(changes)?, names)
}

/// The one place that is written in a thing, where nothing but small words stands beside it: more says what of it is meant.
fn written(thing: &str, names: &Names<'_>) -> Option<Pattern> {
    let path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-');
    let written = thing.split(|c: char| !path(c)).find(|part| !part.is_empty())?;
    let places = names.path(written).filter(|_| thing.split(written).all(|rest| bare(rest).is_empty()))?;
    let [place] = &places[..] else { return None };
    names.exists(place).then(|| place.clone())
}

/// What one clause forbids, and whether it may be denied.
fn in_clause(clause: &str, names: &Names<'_>) -> Option<(Target, bool)> {
    if let Some((said, _)) = NOT_TO.iter().find_map(|order| clause.split_once(order)) {
        // "コミットはしないで", "変更しないで", "触らないで".
        let noun = said.strip_suffix('し').unwrap_or(said).trim_end_matches(['は', 'を', 'も']);
        let (thing, verb) = JAPANESE.iter().find_map(|(word, verb)| Some((noun.strip_suffix(word)?, *verb)))?;
        return target(verb, thing, names);
    }
    let (before, behind) = DO_NOT.iter().find_map(|order| clause.split_once(order))?;
    let behind =
        behind.trim_start().trim_start_matches(['再', '去']).trim_start_matches("直接").trim_start_matches("擅自");
    let (thing, verb) = CHINESE.iter().find_map(|(word, verb)| Some((behind.strip_prefix(word)?, *verb)))?;
    // "测试不要改" has its thing before.
    target(verb, if thing.trim().is_empty() { before } else { thing }, names)
}

fn target(verb: Verb, thing: &str, names: &Names<'_>) -> Option<(Target, bool)> {
    let has = |words: &[&str]| words.iter().any(|word| thing.contains(word));
    let kind = || KINDS.iter().find(|(word, _)| bare(thing) == *word).map(|(_, kind)| *kind);
    match verb {
        Verb::Commit => Some((Target::Command("git commit".to_owned()), true)),
        Verb::Push => Some((Target::Command("git push".to_owned()), true)),
        Verb::Add => has(&PACKAGES).then_some((Target::NewPackages, true)),
        Verb::Run => match kind()? {
            WorkKind::Database => Some((Target::Doing(CallKind::Migrate), true)),
            WorkKind::Tests => Some((Target::Doing(CallKind::Test), true)),
            _ => None,
        },
        Verb::Change => {
            if thing.contains(|letter: char| letter.is_ascii_alphanumeric()) {
                return written(thing, names).map(|place| (Target::Paths(place), true));
            }
            if let Some(kind) = kind() {
                return Some((Target::Kind(kind), names.has_kind(kind)));
            }
            let all = bare(thing).is_empty() && (thing.trim().is_empty() || has(&ALL));
            (all || ALL.contains(&bare(thing))).then_some((Target::AnyChange, false))
        }
    }
}

/// What is left without small words at either end.
fn bare(thing: &str) -> &str {
    let thing = thing.trim();
    let less = SMALL.iter().find_map(|word| thing.strip_suffix(word).or_else(|| thing.strip_prefix(word)));
    less.map_or(thing, bare)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits as limited;

    #[test]
    fn work_is_kept_to_a_place() {
        limited("给登录加上版本号。只改 src/auth/token.ts", "only outside src/auth/token.ts");
        limited("修复登录，仅仅修改 src/auth/token.ts", "only outside src/auth/token.ts");
        limited("登录只改 src/auth/token.ts 的颜色", "");
    }

    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn what_is_forbidden_in_scripts_without_blanks() {
        let shown = |said: &str| shown_constraints(&Stage::new().start(said).constraints);
        for (said, expected) in [
            ("ログインのバグを直して。テストは変更しないでください。", "deny tests"),
            ("ログインのバグを直して。コミットはしないで。", "deny $ git commit"),
            ("まずは原因だけ教えて。コードはまだ変更しないで。", "donot any"),
            ("src/legacy は触らないで、ログインだけ直して", "deny src/legacy/"),
            ("新しいライブラリを追加しないでください", "deny new packages"),
            ("修复登录的 bug，不要修改测试", "deny tests"),
            ("修复登录，不要动 src/legacy 目录", "deny src/legacy/"),
            ("先别改代码，告诉我原因", "donot any"),
            ("修好之后不要提交", "deny $ git commit"),
            ("不要引入新的依赖", "deny new packages"),
            ("テストが失敗しないようにして", ""),
            ("別のボタンを追加して", ""),
            ("用户不要的数据", ""),
            ("src/legacy の出力は変更しないで", ""),
        ] {
            assert_eq!(shown(said), expected, "{said}");
        }
    }
}
