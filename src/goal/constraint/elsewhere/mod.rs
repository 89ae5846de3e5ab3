//! Prohibitions in other languages than English: German, French, Spanish, Italian, Portuguese,
//! Dutch, Polish and Russian, and in `east` Chinese and Japanese.
//!
//! Owns their forms and the reading of what they forbid. A goal is mostly told by names and paths, which are the same in every
//! language; what must not be touched stands in small words that are not. Places that are named as paths, and kinds of files
//! ("le css"), may be denied, where nothing but small words stands before them; of other words see `called`.

mod called;
mod deeds;
mod east;
mod form;
mod only;
mod thing;

use crate::domain::{Spares, Target};
use crate::goal::names::Names;
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::text::openings::Openings;
use form::{AND, Forbidden, SOFTENERS, end_of, ends, first_of};
use std::ops::Range;
use thing::{NOT, things};

/// A form: the words it begins with, the words it ends with, and where the thing stands: between them, or behind the first where
/// there are no others, or before them where there are no first. A word that ends in `*` stands for all that begin so.
struct Form {
    opens: &'static str,
    closes: &'static str,
}

const fn behind(opens: &'static str) -> Form {
    Form { opens, closes: "" }
}

const fn before(closes: &'static str) -> Form {
    Form { opens: "", closes }
}

const fn around(opens: &'static str, closes: &'static str) -> Form {
    Form { opens, closes }
}

#[rustfmt::skip]
const FORMS: &[Form] = &[
    // German.
    behind("finger weg vo*"), behind("hände weg vo*"), behind("haende weg von"),
    behind("ändere nichts in"), behind("ändere nichts an"), behind("ändere bitte nichts in"), behind("ändere bitte nichts an"),
    behind("aendere nichts in"), behind("aendere nichts an"), around("ni* an", "ändern"), around("ni* in", "ändern"),
    behind("verändere nichts in"), behind("keine änderung* in"),
    behind("keine änderung* an"), behind("keine aenderung* in"), behind("keine aenderung* an"), around("lass", "in ruhe"),
    around("lasse", "in ruhe"), around("lasst", "in ruhe"), around("lass", "unverändert"), around("lass", "unangetastet"),
    around("fass", "nicht an"), around("fasse", "nicht an"), around("fasst", "nicht an"), around("rühr", "nicht an"),
    around("rühre", "nicht an"), around("ändere", "nicht"), around("bearbeite", "nicht"), behind("ändere nicht"), behind("bearbeite nicht"),
    around("ohne", "anzufassen"), around("ohne", "anzurühren"), around("ohne", "zu ändern"), around("ohne", "zu verändern"),
    around("ohne", "zu berühren"), before("ni* ändern"), before("ni* aendern"), before("nicht anfassen"), before("nicht anrühren"),
    before("nicht verändern"), before("nicht bearbeiten"), before("nicht antasten"),
    before("nicht angefasst"), before("darf nicht geändert"), before("dürfen nicht geändert"), before("nicht geändert werden"),
    before("wird nichts geändert"), before("ist tabu"), before("sind tabu"), before("bleibt wie * ist"), before("bleibt unverändert"),
    before("bleibt so"), before("bleiben so"), before("bleiben unverändert"), before("bleiben wie sie sind"),
    // French.
    behind("ne touche* pas"), behind("ne touche* plus"), behind("ne touche* surtout pas"), behind("ne touche* à rien dans"),
    behind("ne modifie* pas"), behind("ne modifie* plus"), behind("ne modifie* rien"), behind("ne change* pas"),
    behind("ne change* rien"), behind("ne pas toucher"), behind("ne pas modifier"), behind("touche* pas à"), behind("touche* pas au*"),
    behind("pas touche à"), behind("sans toucher"), behind("sans modifier"), around("laisse*", "tranquille*"),
    // Spanish.
    behind("no toques"), behind("no toquen"), behind("no toquéis"), behind("no toque"), behind("no tocar"), behind("no modifiques"),
    behind("no modifiquen"), behind("no modificar"), behind("no cambies"), behind("no cambien"), behind("no edites"),
    before("no se puede* cambiar"), before("no se puede* tocar"), before("no se puede* modificar"), behind("sin tocar"),
    behind("sin modificar"), around("deja", "en paz"), around("deja", "como está"),
    // Italian.
    behind("non toccare"), behind("non toccate"), behind("non modificare"), behind("non cambiare"), behind("senza toccare"),
    behind("senza modificare"), behind("lascia stare"),
    // Portuguese.
    behind("não mexa*"), behind("não mexe"), behind("não toque*"), behind("não altere*"), behind("não mude*"), behind("não modifique*"),
    behind("não toca"), behind("não altera"), behind("não mexer"), behind("sem mexer"), behind("sem tocar"), behind("sem alterar"),
    // Dutch.
    around("blijf van", "af"), around("raak", "niet aan"), behind("kom niet aan"), behind("verander niets in"), behind("wijzig niets in"),
    before("niet aanraken"), before("niet wijzigen"),
    // Polish.
    before("nie ruszaj"), before("nie zmieniaj"), before("nie dotykaj"),
    // Russian.
    before("не меняй*"), before("не трогай*"), behind("не трогай*"), behind("не меняй*"), behind("не изменяй*"), behind("не редактируй*"),
];

/// The forms by how the word begins at which they are looked for: each word of a prompt is asked about.
static OPENINGS: Openings = {
    let mut openings = Openings::none();
    let mut number = 0;
    while number < FORMS.len() {
        let Form { opens, closes } = FORMS[number];
        let first = if opens.is_empty() { closes } else { opens };
        openings.add(first_of(first), number);
        number += 1;
    }
    openings
};

/// Words for what is there already.
#[rustfmt::skip]
const EXISTING: [&str; 10] = [
    "bestaande", "bestehende", "bestehenden", "esistenti", "existants", "existantes", "existentes", "existierenden", "vorhandene", "vorhandenen",
];

/// Words at most between the two parts of a form, and before one that stands behind its thing.
const SPAN: usize = 12;

/// How somebody is told that they may, in the same languages.
const MAY: &[&str] = &[
    "darf", "darfst", "dürfen", "dürft", "kannst", "könnt", "mag", "magst", "mogen", "peux", "podéis", "podes", "pode",
    "potete", "pouvez", "peut", "può", "puede", "puedes", "puoi",
];
/// True for a sentence that lets something be done: "du darfst src/db jetzt ändern".
pub(in crate::goal) fn permits(sentence: &Sentence<'_>) -> bool {
    let has = |list: &[&str]| sentence.tokens.iter().any(|token| !token.quoted && list.contains(&token.word.as_str()));
    sentence.mood == Mood::Statement && has(MAY) && !has(NOT)
}

/// The prohibition that begins at `at`, or whose last words stand there.
///
/// `before`: the token behind the prohibition before it.
pub(super) fn forbidden(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    at: usize,
    before: Option<usize>,
) -> Option<Forbidden> {
    OPENINGS
        .of(sentence.word(at), u128::MAX)
        .find_map(|form| {
            let (clause, thing) = found(&FORMS[form], sentence, at)?;
            let existing = thing.clone().any(|at| EXISTING.contains(&sentence.word(at)));
            let (there, absent) = things(sentence, names, thing.clone())
                .or_else(|| Some((Vec::new(), called::called(sentence, thing)?)))?;
            let soft = sentence.says(SOFTENERS);
            let spares = if existing { Spares::NewFiles } else { Spares::Nothing };
            let found = Forbidden { spares, ..Forbidden::nothing(clause) };
            Some(if there.is_empty() || soft || existing {
                Forbidden { targets: [there, absent].concat(), ..found }
            } else {
                Forbidden { targets: there, absent, denies: true, ..found }
            })
        })
        .or_else(|| deeds::deed(sentence, at, before))
        .or_else(|| only::kept_to(sentence, names, at))
        .or_else(|| called::beside(sentence, at))
        .or_else(|| east::forbidden(sentence, names, at))
}

/// True where any change is forbidden at `at`, whatever else the sentence asks.
pub(super) fn forbids_all(sentence: &Sentence<'_>, at: usize) -> bool {
    deeds::deed(sentence, at, None).is_some_and(|found| found.targets == [Target::AnyChange])
}

/// The tokens of a form at `at`, and those of its thing.
fn found(form: &Form, sentence: &Sentence<'_>, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let last = sentence.tokens.len();
    if form.opens.is_empty() {
        let end = end_of(sentence, at, form.closes)?;
        let start = (at.saturating_sub(SPAN)..at)
            .rev()
            .find(|start| ends(sentence, *start))
            .map_or_else(|| at.saturating_sub(SPAN), |start| start + 1);
        return Some((start..end, start..at));
    }
    let from = end_of(sentence, at, form.opens)?;
    if form.closes.is_empty() {
        let end = sentence.clause_end(from);
        // "No cambies los modelos y no ejecutes migraciones".
        let another = |at: &usize| AND.contains(&sentence.word(*at)) && NOT.contains(&sentence.word(at + 1));
        let end = (from + 1..end).find(another).unwrap_or(end);
        return Some((at..end, from..end));
    }
    let closes = |end: usize| Some((end, end_of(sentence, end, form.closes)?));
    let (end, behind) = (from + 1..last.min(from + SPAN)).find_map(closes)?;
    Some((at..behind, from..end))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_called, shown_constraints};

    #[test]
    fn places_that_exist_are_denied_in_whatever_language() {
        for forbids in [
            "Finger weg von src/legacy.",
            "Hände weg von src/legacy!",
            "src/legacy bitte nicht anfassen.",
            "Lass src/legacy in Ruhe.",
            "Ändere nichts in src/legacy.",
            "Nichts an legacy ändern.",
            "legacy bitte nicht anfassen.",
            "Finger weg von legacy!",
            "An src/legacy nix ändern.",
            "an legacy nix ändern",
            "src/legacy bleibt wie sie ist",
            "src/legacy bleibt wie er ist.",
            "Fass src/legacy nicht an.",
            "Mach das, ohne src/legacy anzufassen.",
            "Finger weg von src/legacy, das ist eingefroren.",
            "ne touche pas à src/legacy",
            "non, ne touche plus à src/legacy !",
            "Ne modifie rien dans src/legacy.",
            "laisse src/legacy tranquille",
            "no toques src/legacy",
            "No modifiques nada en src/legacy.",
            "deja src/legacy en paz",
            "non toccare src/legacy",
            "não mexa em src/legacy",
            "blijf van src/legacy af",
        ] {
            limits(&format!("Repariere src/auth/token.ts. {forbids}"), "deny src/legacy/");
        }
        limits(
            "Bitte token.ts reparieren. Finger weg von src/legacy und db/migrations/001_users.sql",
            "deny src/legacy/ + db/migrations/001_users.sql",
        );
        limits("ne touche pas à src/legacy ni à src/bientot/", "deny src/legacy/; donot src/bientot/");
        limits("corrige le token, laisse le css tranquille", "deny style");
        for said in ["lass die doku in ruhe", "Finger weg von der Doku!", "die Dokumentation nicht ändern"] {
            limits(&format!("Repariere src/auth/token.ts. {said}"), "deny docs");
        }
        limits("Finger weg von src/legacy und den Migrationen, die sind eingefroren", "deny src/legacy/ + database");
        limits("Bitte src/auth/token.ts reparieren, aber src/legacy nicht anfassen", "deny src/legacy/");
    }

    #[test]
    fn what_was_forbidden_is_lifted_in_the_same_language() {
        let stage = Stage::new();
        let after = |later: &str| {
            let (_, goal) =
                stage.revise(&stage.start("Repariere src/auth/token.ts. Finger weg von src/legacy."), later);
            shown_constraints(&goal.constraints)
        };
        for lifts in [
            "du darfst src/legacy/old.ts jetzt ändern",
            "tu peux modifier src/legacy",
            "puedes cambiar src/legacy",
            "puoi modificare src/legacy",
            "podes mudar src/legacy",
            "je mag src/legacy nu wijzigen",
        ] {
            let freed = if lifts.contains("old.ts") { "deny src/legacy/ except src/legacy/old.ts" } else { "" };
            assert_eq!(after(lifts), freed, "{lifts}");
        }
        for keeps in ["du darfst src/legacy noch nicht ändern", "darfst du src/legacy ändern?", "weiter"] {
            assert!(after(keeps).starts_with("deny src/legacy/"), "{keeps}");
        }
    }

    #[test]
    fn what_no_path_is_called_is_told_by_its_word() {
        for (said, expected) in [
            ("Le boss suit le joueur, corrige ça. Ne modifie pas les scènes, seulement le script.", "scenes"),
            ("añade un botón. No toques el layout, solo la vista", "layout"),
            ("Der Header springt. Bitte nur im CSS beheben, nicht in den Komponenten.", "component"),
            ("Finger weg von den Übersetzungen", "translation"),
            ("Schreib einen Test. Produktivcode bitte nicht ändern", ""),
            ("Der Header springt. Er ist nicht in den Komponenten.", ""),
            ("Der Header springt. Am legacy Layout nichts ändern", ""),
            ("ne change pas le comportement", ""),
            ("ne touche pas à la couleur du bouton de la page", ""),
        ] {
            assert_eq!(shown_called(said), expected, "{said}");
        }
    }

    #[test]
    fn what_is_narrower_or_conditional_does_not_deny() {
        limits("Ändere nichts an der Ausgabe von src/parser.rs", "");
        limits("src/legacy nicht anfassen, bevor die Tests laufen", "donot src/legacy/");
        limits("ne touche pas à src/unbekannt/neu.ts", "donot src/unbekannt/neu.ts");
        limits("Finger weg von allem anderen", "");
        limits("Warum darf man src/legacy nicht anfassen?", "");
        limits("no problem, see src/legacy", "");
    }
}
