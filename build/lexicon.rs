//! Turns the word lists of `src/memory/meaning/lexicon` into one sorted text that is searched as it lies in the program.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The lists of words: what is done and its opposites, what it is done to, and what only holds a sentence together.
const LISTS: [&str; 11] = [
    "acts.txt",
    "opposites.txt",
    "things.txt",
    "web.txt",
    "data.txt",
    "delivery.txt",
    "running.txt",
    "safety.txt",
    "craft.txt",
    "life.txt",
    "grammar.txt",
];

/// Members of one family at most: a sense is the number of its family times this, plus the member.
const MEMBERS: usize = 32;

/// Reads the lists in `from`, writes `words.txt` (a line `phrase<TAB>senses` each), `commands.txt` and
/// `families.rs` (what families there are) to `to`.
pub(crate) fn compile(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let (mut kinds, mut names) = (Vec::new(), Vec::new());
    let mut heads: Vec<String> = Vec::new();
    for file in LISTS {
        for line in lines(&from.join(file))? {
            let (head, members) = line.split_once(" = ").ok_or_else(|| format!("no `=` in {line}"))?;
            let head: Vec<&str> = head.split(' ').collect();
            let whole = head.join(" ");
            // A head that stood before goes on: its members are one family, side by side.
            let family = heads.iter().position(|known| *known == whole).unwrap_or(heads.len());
            if family == heads.len() {
                kinds.push(kind(&head).ok_or_else(|| format!("what is {head:?}?"))?);
                names.push((*head.last().ok_or("a line without a head")?).to_owned());
                heads.push(whole);
            }
            for (member, listed) in members.split('|').enumerate() {
                if member >= MEMBERS {
                    return Err(format!("{head:?} has more than {MEMBERS} members").into());
                }
                for word in listed.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                    let senses = words.entry(word.to_owned()).or_default();
                    let sense = family * MEMBERS + member;
                    if !senses.contains(&sense) {
                        senses.push(sense);
                    }
                }
            }
        }
    }
    let mut text = String::new();
    for (word, senses) in &words {
        let senses: Vec<String> = senses.iter().map(usize::to_string).collect();
        writeln!(text, "{word}\t{}", senses.join(" "))?;
    }
    fs::write(to.join("words.txt"), text)?;
    let mut commands: Vec<String> = lines(&from.join("commands.txt"))?;
    commands.sort();
    let commands = commands.join("\n") + "\n";
    fs::write(to.join("commands.txt"), commands)?;
    // One text and its places: no address in it that a start of the program would have to set.
    let mut places = vec![0];
    for name in &names {
        places.push(places.last().unwrap_or(&0) + name.len());
    }
    let source = format!(
        "const KINDS: &[u8; {}] = b\"{}\";\nconst NAMES: &str = \"{}\";\nconst NAME_ENDS: [u16; {}] = {places:?};\n",
        kinds.len(),
        kinds.iter().collect::<String>(),
        names.concat(),
        places.len(),
    );
    fs::write(to.join("families.rs"), source)?;
    Ok(())
}

/// The letter by which the program knows a kind of family.
fn kind(head: &[&str]) -> Option<char> {
    Some(match head {
        ["act", _] => 'a',
        ["thing", _] => 't',
        ["pole", _] => 'p',
        ["scale", _] => 's',
        ["kind", "scope", _] => 'c',
        ["kind", "object", _] => 'o',
        ["kind", "technique", _] => 'k',
        ["mark"] => 'm',
        ["mend"] => 'd',
        ["no"] => 'n',
        ["void"] => 'v',
        ["light"] => 'l',
        ["weak"] => 'w',
        _ => return None,
    })
}

/// The lines of a list without remarks.
fn lines(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path)?;
    Ok(text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect())
}
