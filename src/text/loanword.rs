//! What people call parts of a project in other languages, and what files of it are called: "Komponenten" are `components/`.
//!
//! Owns the table. Most such words differ from the English one by an accent and an ending, which [`crate::text::words::akin`] sees through.

use super::language::without_accent;

/// The beginnings of words, without accents, and what is written in paths.
#[rustfmt::skip]
const WORDS: &[(&str, &[&str])] = &[
    ("ajuste", &["settings", "config"]), ("ansicht", &["view"]), ("anzeige", &["view"]), ("beispiel", &["example"]), ("bild", &["image"]),
    ("componente", &["component"]), ("composant", &["component"]), ("controlador", &["controller"]), ("controleur", &["controller"]),
    ("datenbank", &["database"]), ("dienst", &["service"]), ("einstellung", &["settings", "config"]), ("ejemplo", &["example"]),
    ("esquema", &["schema"]), ("estilo", &["style"]), ("exemple", &["example"]), ("gabarit", &["template"]),
    ("komponente", &["component"]), ("migracion", &["migrations"]), ("migracoes", &["migrations"]), ("migrazion", &["migrations"]),
    ("modele", &["model"]), ("modell", &["model"]), ("modelo", &["model"]), ("pagina", &["page"]), ("parametre", &["settings", "config"]),
    ("plantilla", &["template"]), ("prueba", &["tests"]), ("ruta", &["route"]), ("schnittstelle", &["api", "interface"]),
    ("seite", &["page"]), ("service", &["service"]), ("servicio", &["service"]), ("servico", &["service"]), ("servizio", &["service"]),
    ("skript", &["script"]), ("stil", &["style"]), ("szene", &["scene"]), ("traduccion", &["translation"]),
    ("traduction", &["translation"]), ("traduzione", &["translation"]), ("ubersetzung", &["translation"]), ("vista", &["view"]),
    ("vorlage", &["template"]), ("vue", &["view"]), ("компонент", &["component"]), ("контроллер", &["controller"]), ("конфиг", &["config"]),
    ("миграци", &["migrations"]), ("модел", &["model"]), ("настройк", &["settings", "config"]), ("перевод", &["translation"]),
    ("сервис", &["service"]), ("стил", &["style"]), ("схем", &["schema"]), ("тест", &["tests"]), ("шаблон", &["template"]),
];

/// Letters of an ending at most: "Komponente" and "Komponenten", "traducción" and "traducciones".
const MAX_ENDING: usize = 2;

/// The words of paths for which a word stands; of one that the table does not know itself, without its accents.
pub fn in_paths(word: &str) -> Vec<String> {
    let plain: String = word.chars().flat_map(char::to_lowercase).map(without_accent).collect();
    let known = WORDS
        .iter()
        .find(|(begins, _)| plain.strip_prefix(begins).is_some_and(|ending| ending.chars().count() <= MAX_ENDING));
    known.map_or_else(|| vec![plain.clone()], |(_, english)| english.iter().map(|word| (*word).to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_known_by_its_name_in_another_language() {
        for (word, expected) in [
            ("Komponenten", &["component"][..]),
            ("Übersetzungen", &["translation"]),
            ("traducciones", &["translation"]),
            ("modèles", &["model"]),
            ("Einstellungen", &["settings", "config"]),
            ("scènes", &["scenes"]),
            ("layout", &["layout"]),
            ("Bilderrahmen", &["bilderrahmen"]),
        ] {
            assert_eq!(in_paths(word), expected, "{word}");
        }
    }
}
