//! The tools that touch many files at once without naming them: archives, copies into folders, `find`, git.

use super::call::Call;
use super::harm::{Change, Harm};
use super::wiring::below;
use crate::agent::registration::BINARY_NAME;
use crate::domain::Wired;
use crate::text::path;
use crate::text::shell::find::{Find, Start, Taken};
use crate::text::shell::{only_reads, plain_name, transferred};

/// True for `-rT`, letters behind one dash.
fn is_short(word: &str) -> bool {
    word.starts_with('-') && !word.starts_with("--")
}

impl Call<'_, '_> {
    /// An archive or a whole folder goes into a folder of the wiring.
    pub(super) fn fills(&self) -> Option<Harm> {
        let many = self.operands.iter().any(|word| word.ends_with('/') || word.ends_with("/."));
        let unpacks = !matches!(self.name, "rsync" | "ditto") || many;
        // `tar tf` lists, `tar cf` packs; what is packed is read.
        let packs = self.operands.first().is_some_and(|flags| {
            self.name.ends_with("tar") && !flags.contains('x') && !self.has("--extract") && !self.has("--get")
        });
        let reads_only = packs || self.has("-l") || self.has("--dry-run");
        if !unpacks || reads_only {
            return None;
        }
        let target = if matches!(self.name, "rsync" | "ditto") {
            self.operands.last().map(String::as_str).into_iter().collect()
        } else {
            let names =
                self.operands.iter().map(|word| word.trim_start_matches("--directory=").trim_start_matches("-C"));
            names.filter(|word| !word.is_empty()).collect::<Vec<_>>()
        };
        let mut targets = target.into_iter().map(|word| self.absolute(word));
        targets.any(|path| self.wiring.is_home_of_wiring(&path)).then_some(Harm::possible(Wired::Registration))
    }

    /// Our program under another name would be nobody's the next time it is called.
    pub(super) fn doubles(&self) -> Option<Harm> {
        let changes = self.whole.reading.modifications().next().is_some();
        let copies = matches!(self.name, "cp" | "install" | "copy" | "rsync" | "ditto" | "scp")
            || changes && matches!(self.name, "cat" | "dd");
        if !copies {
            return None;
        }
        let sources = match self.operands.split_last() {
            Some((_, sources)) if !matches!(self.name, "cat" | "dd") => sources,
            _ => self.operands,
        };
        let ours = |word: &String| {
            let word = word.strip_prefix("if=").unwrap_or(word);
            let found = word.contains(['$', '`']) && word.contains(BINARY_NAME);
            found || self.wiring.part(&self.absolute(word)) == Some(Wired::Program)
        };
        sources.iter().any(ours).then_some(Harm::certain(Wired::Program))
    }

    /// `cp settings.json ~/.claude`: a file keeps its name in the folder it is put into.
    pub(super) fn copies(&self) -> Option<Harm> {
        let (sources, target) = transferred(self.operands)?;
        let folder = self.absolute(target);
        let linked = ["-l", "-s", "--link", "--symbolic-link"].iter().any(|flag| self.has(flag));
        if linked && let Some(harm) = self.each_operand(|path| self.wiring.part(path).map(Harm::possible)) {
            return Some(harm);
        }
        let recursive = self.operands.iter().any(|word| {
            word == "--recursive" || word == "--archive" || is_short(word) && word.contains(['r', 'R', 'a'])
        });
        let onto =
            recursive && (self.has("-T") || self.operands.iter().any(|word| is_short(word) && word.contains('T')));
        let whole = |source: &str| onto || source.ends_with("/.");
        if sources.iter().any(|source| whole(source)) && self.wiring.is_home_of_wiring(&folder) {
            return Some(Harm::possible(Wired::Registration));
        }
        sources.iter().find_map(|source| {
            let inside = format!("{folder}/{}", path::base_name(source));
            // `cp -r fake/.claude ~`: a whole folder goes over the one that is there.
            if recursive && self.wiring.is_home_of_wiring(&inside) {
                return Some(Harm::possible(Wired::Registration));
            }
            self.wiring.part(&inside)?;
            self.wiring.harm(&inside, Change::Unknown)
        })
    }

    /// What `find` deletes, or hands to a program that may change it.
    pub(super) fn finds(&self) -> Option<Harm> {
        let find = Find::read(self.operands);
        let looks = |program: &str, behind: &[String]| only_reads(plain_name(program), behind);
        let runs = |command: &[String]| command.split_first().is_some_and(|(program, behind)| !looks(program, behind));
        let judged =
            find.judged(|action, is_folder| Taken { changed: action.changes(is_folder, runs), ..Taken::default() });
        find.starts().map(|written| (written, self.absolute(written))).find_map(|(written, start)| {
            // The record of this session is written to all the time; how old the rest is, nobody knows.
            let search = |is_fresh| find.search(&judged, Start { written, place: &start, is_fresh });
            let (fresh, others) = (search(true), search(false));
            let takes = |path: &str, wired: Wired| {
                let search = if wired == Wired::Transcript { &fresh } else { &others };
                search.takes(Some(path)).changed
            };
            let record = format!("{start}/a.jsonl");
            if let Some(wired) = self.wiring.part(&start)
                && (takes(&start, wired) || takes(&record, wired))
            {
                return Some(Harm::possible(wired));
            }
            let places = self.wiring.places().into_iter().filter(|(place, _)| below(place, &start).is_some());
            let harms = places.filter(|(place, wired)| takes(place, *wired)).map(|(place, wired)| match wired {
                // Only what exists can be found: settings without our entries lose nothing.
                Wired::Registration => self.wiring.harm(&place, Change::PutBack),
                Wired::Configuration => (self.wiring.content)(&place).map(|_| Harm::possible(wired)),
                _ => Some(Harm::possible(wired)),
            });
            harms.flatten().next().map(|harm| Harm::possible(harm.wired))
        })
    }

    /// What git takes away or puts back beside the files that it is told by name.
    pub(super) fn git(&self) -> Option<Harm> {
        let (verb, rest) = self.operands.split_first()?;
        let has_letter = |letter: char| {
            rest.iter().any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains(letter))
        };
        let named: Vec<String> =
            rest.iter().filter(|word| !word.starts_with('-')).map(|word| self.absolute(word)).collect();
        let all = match verb.as_str() {
            "clean" if (has_letter('f') || self.has("--force")) && !has_letter('n') && !self.has("--dry-run") => {
                !rest.windows(2).any(|pair| pair[0] == "-e" && pair[1].contains(".claude")) && named.is_empty()
            }
            "stash" if !matches!(rest.first().map(String::as_str), Some("list" | "show" | "drop")) => {
                has_letter('a') || self.has("--all")
            }
            "checkout-index" | "reset" => false,
            _ => return None,
        };
        let root = self.absolute(".");
        let folders = named.iter().chain(all.then_some(&root));
        folders.into_iter().find_map(|folder| {
            let places = self.wiring.places().into_iter().filter(|(_, wired)| *wired == Wired::Registration);
            let mut inside = places.filter(|(place, _)| below(place, folder).is_some());
            inside.find_map(|(place, _)| self.wiring.harm(&place, Change::PutBack))
        })
    }
}
