//! What was said about steps before they were taken, for `explain`.

use super::row::Word;
use super::sqlite::SqliteStore;
use crate::domain::Remark;
use crate::guard::port::StoreError;
use rusqlite::params;

/// Remarks of one kind that a session keeps, the newest: an agent may run into the same wall all day.
const KEPT: u32 = 200;

impl SqliteStore {
    pub(super) fn write_remark(&self, session_id: &str, remark: &Remark) -> Result<(), StoreError> {
        let Remark { kind, about, text, at } = remark;
        let last = "(SELECT coalesce(max(seq), 0) + 1 FROM remarks WHERE session_id = ?1)";
        let sql =
            format!("INSERT INTO remarks (session_id, seq, at, kind, about, text) VALUES (?1, {last}, ?2, ?3, ?4, ?5)");
        self.execute(&sql, params![session_id, at, kind.name(), about, text])?;
        let of_kind = "FROM remarks WHERE session_id = ?1 AND kind = ?2";
        let surplus = format!("SELECT seq {of_kind} ORDER BY seq DESC LIMIT 1 OFFSET ?3");
        let sql = format!("DELETE {of_kind} AND seq <= ({surplus})");
        self.execute(&sql, params![session_id, kind.name(), KEPT])?;
        Ok(())
    }

    /// What was said about the steps of a session before they were taken, oldest first; of each kind the newest.
    pub fn remarks(&self, session_id: &str) -> Result<Vec<Remark>, StoreError> {
        let sql = "SELECT kind, about, text, at FROM remarks WHERE session_id = ?1 ORDER BY seq";
        self.read(sql, [session_id], |row| {
            let Word(kind) = row.get(0)?;
            Ok(Remark { kind, about: row.get(1)?, text: row.get(2)?, at: row.get(3)? })
        })
    }
}
