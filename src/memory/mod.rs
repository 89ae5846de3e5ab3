//! Lessons: what went wrong before is a warning before it is done again.
//!
//! Owns what makes two texts one thing said twice ([`meaning`]), what a coming call is about ([`key`]), how sure the memory is
//! of a warning ([`confidence`]) and what it does ([`policy`]), how a chain of causes is walked ([`chain`]), what becomes of a lesson
//! that is heeded or refuted ([`trust`]), what of a session is worth keeping ([`capture`]), and a short text about each file,
//! command and topic ([`summary`]). Where it is kept, the store knows.

pub mod capture;
pub mod chain;
pub mod confidence;
pub mod key;
pub mod meaning;
pub mod policy;
pub mod summary;
pub mod trust;
