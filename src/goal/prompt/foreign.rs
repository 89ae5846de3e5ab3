//! Words of other languages in classes, as `word_class` has those of English: refusals, "later", "leave it", "too".
//!
//! Owns these lists. Which form of a line they are asked of is its reader's.

/// Words that refuse. "No" may be Portuguese for "in the", and counts all the same.
pub(in crate::goal) const REFUSING: [&str; 14] =
    ["geen", "kein", "keine", "ne", "nicht", "nichts", "niet", "no", "non", "não", "pas", "rien", "sans", "sin"];

/// Words that put off.
pub(in crate::goal) const LATER: [&str; 14] = [
    "amanhã", "après", "danach", "demain", "depois", "después", "domani", "dopo", "luego", "mañana", "morgen", "nach",
    "nachher", "später",
];

/// Words that leave a thing as it is, and words for "never".
pub(in crate::goal) const LEAVING: [&str; 10] =
    ["deixa", "deja", "jamais", "laisse", "lascia", "lass", "mai", "nie", "niemals", "nunca"];

/// Words that take one more thing in. English has its own in `word_class`.
pub(in crate::goal) const TOO: [&str; 6] = ["anche", "auch", "aussi", "ook", "também", "también"];
