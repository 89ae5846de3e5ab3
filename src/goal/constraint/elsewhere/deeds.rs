//! Deeds that are forbidden in other languages: "noch nichts ändern", "no hagas commit", "sans ajouter de dépendance".
//!
//! Owns these forms. Each says all by itself: where a place stands behind it, it is one of the forms beside.

use super::form::{AND, Forbidden, SOFTENERS, end_of, ends, first_of};
use crate::domain::{CallKind, Pattern, Spares, Target};
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::text::openings::Openings;

/// What is not to be done, where the form says it all.
#[rustfmt::skip]
const DEEDS: &[(Deed, &[&str])] = &[
    (
        Deed::Anything,
        &[
            "nichts ändern", "nichts aendern", "nix ändern", "nix aendern", "nichts verändern", "ändere noch nichts", "ändere nichts", "sans rien changer",
            "sans rien modifier", "sans rien toucher", "ne change* rien", "ne modifie* rien", "sin cambiar nada", "sin modificar nada",
            "sin tocar nada", "no cambies nada", "no modifiques nada", "no toques nada", "senza modificare nulla", "senza modificare niente",
            "sem alterar nada", "verander niets", "wijzig niets", "mach noch keine änderung*", "no hagas cambios", "no hagas ningún cambio",
            "não faça alterações", "não faça mudanças", "não altere nada", "ne fais pas de modification*", "pas de modif*",
            "pas de correction*", "pas de changement*", "keine änderung*", "sin cambios", "sem alterações", "sem mudanças",
            "nessuna modifica", "geen wijzigingen", "без изменений", "non fare modifiche", "ничего не меняй*", "ничего не трогай*",
        ],
    ),
    (
        Deed::Commit,
        &[
            "committe nichts", "nichts committen", "nicht committen", "nichts commiten", "nicht commiten", "nix committen", "nix commiten",
            "keine commits", "no hagas commit*", "sin hacer commit*",
            "ne fais pas de commit*", "ne faites pas de commit*", "ne commit* pas", "pas de commit*", "non fare commit", "niet committen",
            "niks committen", "не коммить*", "ничего не коммить*", "не делай* коммит*",
        ],
    ),
    (
        Deed::Push,
        &[
            "nicht pushen", "nichts pushen", "nix pushen", "pushe nichts", "no hagas push", "sin hacer push", "ne push* pas", "ne fais pas de push",
            "pas de push", "non fare push", "niet pushen", "niks pushen", "не пушь*", "ничего не пушь*",
        ],
    ),
    (
        Deed::Packages,
        &[
            "ohne neue* abhängigkeit*", "ohne neue* dependenc*", "ohne neue* paket*", "ohne neue* bibliothek*", "ohne neue* lib*",
            "keine neue* package*", "keine neue* abhängigkeit*", "keine neue* dependenc*", "keine neue* pakete", "keine neue* bibliothek*", "keine neue* lib*",
            "sans ajouter de dépendance*", "sans nouvelle* dépendance*", "pas de nouvelle* dépendance*", "pas de nouvelle* lib*",
            "sans nouvelle* lib*", "sin añadir dependencias", "sin agregar dependencias", "sin nuevas dependencias",
            "sin dependencias nuevas", "sin librerías nuevas", "sin nuevas librerías", "no añadas dependencias",
            "nessuna nuova dipendenza", "sem novas dependências", "geen nieuwe dependenc*", "без новых зависимостей",
        ],
    ),
    (
        Deed::Files,
        &[
            "keine neue* dateien", "pas de nouveau* fichier*", "ne crée* pas de nouveau* fichier*", "sans créer de nouveau* fichier*",
            "no crees archivos nuevos", "no crees nuevos archivos", "sin crear archivos nuevos", "não crie arquivos novos",
            "não crie novos arquivos", "sem criar arquivos novos", "non creare nuovi file", "geen nieuwe bestanden",
        ],
    ),
    (
        Deed::Migrations,
        &[
            "migration* nicht ausführen", "keine migration* ausführen", "ne lance* pas les migrations", "ne lance* pas la migration",
            "no ejecutes migraciones", "no ejecutes las migraciones", "no corras las migraciones", "não rode as migrações",
            "não execute as migrações", "non eseguire le migrazioni",
        ],
    ),
];

/// What such a form forbids.
#[derive(Clone, Copy)]
enum Deed {
    Anything,
    Commit,
    Push,
    Packages,
    Files,
    Migrations,
}

impl Deed {
    fn target(self) -> Target {
        match self {
            Self::Anything => Target::AnyChange,
            Self::Commit => Target::Command("git commit".to_owned()),
            Self::Push => Target::Command("git push".to_owned()),
            Self::Packages => Target::NewPackages,
            Self::Files => Target::Paths(Pattern::Folder(String::new())),
            Self::Migrations => Target::Doing(CallKind::Migrate),
        }
    }
}

/// The deeds by how their words begin.
static DEED_OPENINGS: Openings = {
    let mut openings = Openings::none();
    let mut deed = 0;
    while deed < DEEDS.len() {
        let mut form = 0;
        while form < DEEDS[deed].1.len() {
            openings.add(first_of(DEEDS[deed].1[form]), deed);
            form += 1;
        }
        deed += 1;
    }
    openings
};

/// Words that may stand before such a form in its clause.
#[rustfmt::skip]
const BEFORE: [&str; 18] = [
    "aber", "also", "bitte", "e", "erstmal", "et", "favor", "jetzt", "mais", "mal", "noch", "nur", "pero", "por", "surtout", "und", "vorerst", "y",
];

/// Words with which a sentence tells of something: nobody is ordered.
#[rustfmt::skip]
const TELLING: [&str; 22] = [
    "das", "der", "die", "ein", "eine", "el", "elle", "er", "es", "il", "ils", "io", "je", "la", "las", "le", "les", "los", "nous", "se", "sie", "un",
];

/// True where the form opens its clause, or stands behind an order: "Corrige le bug sans ajouter de dépendance". "Der Knopf kann nichts
/// ändern" tells of a program.
///
/// `known`: the token behind the prohibition before it, which it may be joined to ("src/db nicht anfassen und nichts committen").
fn is_ordered(sentence: &Sentence<'_>, at: usize, known: Option<usize>) -> bool {
    let behind_an_order = matches!(sentence.word(at), "ohne" | "sans" | "senza" | "sem" | "sin" | "zonder" | "без");
    if behind_an_order {
        return !TELLING.contains(&sentence.word(0)) && !sentence.tokens[..at].iter().any(|token| token.word == "se");
    }
    let mut before = at;
    while before > 0 && !ends(sentence, before - 1) && BEFORE.contains(&sentence.word(before - 1)) {
        before -= 1;
    }
    // "Fix den Bug und nichts committen".
    let joined = || before < at && AND.contains(&sentence.word(before));
    // "Die api nicht anfassen und nichts committen" goes on; "die Seite lädt und nichts committen geht" tells.
    let ordered = || known == Some(before) || sentence.mood == Mood::Order && !TELLING.contains(&sentence.word(0));
    before == 0 || ends(sentence, before - 1) || joined() && ordered()
}

/// The deed that is forbidden from `at` on, where the clause ends behind its words: "ändere nichts in src/db" is about a place.
///
/// `before`: the token behind the prohibition before it.
pub(super) fn deed(sentence: &Sentence<'_>, at: usize, before: Option<usize>) -> Option<Forbidden> {
    let closed = |end: usize| {
        let small = matches!(
            sentence.word(end),
            "" | "aber" | "bitte" | "e" | "et" | "mais" | "nur" | "pero" | "por" | "pour" | "und" | "y" | "и"
        );
        small || ends(sentence, end - 1)
    };
    let mut met = DEED_OPENINGS.of(sentence.word(at), u128::MAX).flat_map(|deed| {
        let (deed, forms) = &DEEDS[deed];
        forms.iter().filter_map(|form| Some((*deed, end_of(sentence, at, form)?)))
    });
    // "Nichts ändern: warum ist es langsam?" asks behind it.
    let (deed, end) = met.find(|(_, end)| closed(*end) && !(sentence.asks() && *end == sentence.tokens.len()))?;
    // Last what goes through the whole sentence: it is asked of every word, and hardly one opens such a form.
    if !is_ordered(sentence, at, before) {
        return None;
    }
    let denies = !matches!(deed, Deed::Anything) && !sentence.says(SOFTENERS);
    let spares = if matches!(deed, Deed::Files) { Spares::Existing } else { Spares::Nothing };
    Some(Forbidden { targets: vec![deed.target()], denies, spares, ..Forbidden::nothing(at..end) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{Stage, shown_constraints};

    /// Each word asked the whole sentence whether it is conditional.
    #[test]
    fn a_sentence_without_end_is_not_gone_through_for_each_word() {
        let text = "a ".repeat(200_000);
        let sentence = Sentence::new(&text);
        assert!((0..sentence.tokens.len()).all(|at| deed(&sentence, at, None).is_none()));
    }

    #[test]
    fn deeds_are_forbidden_in_whatever_language() {
        let shown = |said: &str| shown_constraints(&Stage::new().start(said).constraints);
        for (said, expected) in [
            ("Schau dir src/auth an. Noch nichts ändern!", "donot any"),
            ("Nur analysieren, nichts ändern: warum ist src/auth langsam?", "donot any"),
            ("Analyse src/auth sans rien modifier", "donot any"),
            ("Mira src/auth sin cambiar nada", "donot any"),
            ("Fix den Token-Bug, committe nichts", "deny $ git commit"),
            ("Arregla el bug del token, no hagas commit", "deny $ git commit"),
            ("Corrige le bug, ne fais pas de commit", "deny $ git commit"),
            ("Fix den Token-Bug, bitte nicht pushen", "deny $ git push"),
            ("Fix den Token-Bug, keine neuen Abhängigkeiten", "deny new packages"),
            ("Corrige le bug sans ajouter de dépendance", "deny new packages"),
            ("Repariere src/auth/token.ts. Die Tests bleiben so, wie sie sind.", "deny tests"),
            ("corrige o filtro de busca. não crie arquivos novos", "deny creating the project"),
            ("Añade un filtro. No ejecutes migraciones.", "deny migrate"),
            ("почини логин, не коммить", "deny $ git commit"),
            ("почини логин. не трогай src/legacy", "deny src/legacy/"),
            // Behind another limit, and behind an order.
            ("Fix den Bug. src/legacy nicht anfassen und nichts committen", "deny src/legacy/; deny $ git commit"),
            ("die migrations bitte nicht anfassen und nix commiten", "deny database; deny $ git commit"),
            ("Fix den Bug, nix committen", "deny $ git commit"),
            ("Fix den Bug, bitte nicht commiten", "deny $ git commit"),
            ("Fix den Bug aber ohne neue Pakete", "deny new packages"),
            ("Das läuft ohne neue Pakete", ""),
            ("Da ist nix committen möglich", ""),
            ("legacy bitte nicht anfassen und nichts committen", "deny src/legacy/; deny $ git commit"),
            ("ne touche pas à legacy et pas de commit", "deny src/legacy/; deny $ git commit"),
            ("no toques legacy y no hagas commit", "deny src/legacy/; deny $ git commit"),
            ("fix den Token-Bug und bitte nichts pushen", "deny $ git push"),
            ("Die Seite lädt und nichts committen geht", ""),
            // What a program does, and what shall stay.
            ("Nutzer können in den Einstellungen nichts ändern. Datei src/auth/token.ts", ""),
            ("Le bouton ne change rien, corrige src/auth/token.ts", ""),
            ("El formulario se guarda sin cambiar nada", ""),
            ("Die CI kann nicht pushen, bitte fix src/auth/token.ts", ""),
            ("Es gibt noch keine Commits. Initialisiere das Repo", ""),
            ("Il n'y a pas de push.", ""),
            ("Refactor src/auth/token.ts, am Verhalten soll sich nichts ändern.", ""),
            // A place of its own, and a condition.
            ("Ändere nichts in src/legacy.", "deny src/legacy/"),
            ("Nicht committen, bevor ich es gesehen habe", "donot $ git commit"),
            ("Warum kann man hier nichts ändern?", ""),
        ] {
            assert_eq!(shown(said), expected, "{said}");
        }
    }
}
