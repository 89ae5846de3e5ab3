//! A lesson's chains as a picture shows them: what was said of its action, what came of that, and what that led to.

use super::{Memory, read};
use crate::config::MemoryConfig;
use crate::domain::{Lesson, Role};
use crate::guard::port::StoreError;
use rusqlite::{Connection, params};

/// Steps of a chain that are drawn: a lesson, and those that begin with what came of it.
const STEPS: usize = 2;
/// Things of one column that still can be read.
const MOST: usize = 8;

/// A thing of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PicturedNode {
    /// The node.
    pub id: i64,
    /// What was said.
    pub text: String,
    /// Its part here.
    pub role: Role,
    /// 0 for the action, then one further a link.
    pub column: usize,
    /// How often it was met, in this picture and elsewhere.
    pub frequency: u32,
    /// True where it belongs to the lesson itself.
    pub own: bool,
}

/// A link of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturedEdge {
    /// The place of its beginning among the nodes.
    pub from: usize,
    /// The place of its end.
    pub to: usize,
    /// How often the lessons of the picture went this way.
    pub frequency: u32,
    /// True where it belongs to the lesson itself.
    pub own: bool,
}

/// A lesson's chains.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The lesson.
    pub lesson: Lesson,
    /// Column by column, each from its strongest down.
    pub nodes: Vec<PicturedNode>,
    /// In the order in which they were found.
    pub edges: Vec<PicturedEdge>,
    /// True where there was more than can be drawn.
    pub cut: bool,
}

impl Memory {
    /// The chains of a lesson; `None` where there is none of this number.
    pub fn picture(&self, number: i64, config: &MemoryConfig) -> Result<Option<Picture>, StoreError> {
        self.look(|connection| {
            let Some(lesson) = read::lesson(connection, number)? else { return Ok(None) };
            let own = read::nodes_of(connection, number)?;
            let mut picture = Picture { lesson, nodes: Vec::new(), edges: Vec::new(), cut: false };
            picture.node(connection, own[0], Role::Action, 0, true)?;
            for step in 0..STEPS {
                let column = 2 * step;
                let begins: Vec<usize> =
                    (0..picture.nodes.len()).filter(|place| picture.nodes[*place].column == column).collect();
                for begin in begins {
                    let id = picture.nodes[begin].id;
                    for (lesson, feedback, outcome, frequency) in ways(connection, id, number, config)? {
                        let own = step == 0 && lesson == number;
                        picture.way(connection, begin, [feedback, outcome], frequency, own)?;
                    }
                }
            }
            Ok(Some(picture))
        })
    }
}

impl Picture {
    /// Adds what was said of a thing and what came of it, where there is room and no chain would come back to itself.
    fn way(
        &mut self,
        connection: &Connection,
        begin: usize,
        nodes: [i64; 2],
        frequency: u32,
        own: bool,
    ) -> rusqlite::Result<()> {
        let column = self.nodes[begin].column;
        let before = |id: i64| self.nodes.iter().any(|node| node.id == id && node.column <= column);
        if nodes.iter().any(|id| before(*id)) {
            return Ok(());
        }
        let mut from = begin;
        for (place, (id, role)) in nodes.into_iter().zip([Role::Feedback, Role::Outcome]).enumerate() {
            let Some(to) = self.node(connection, id, role, column + place + 1, own)? else {
                self.cut = true;
                return Ok(());
            };
            match self.edges.iter_mut().find(|edge| edge.from == from && edge.to == to) {
                Some(edge) => {
                    edge.frequency = edge.frequency.saturating_add(frequency);
                    edge.own |= own;
                }
                None => self.edges.push(PicturedEdge { from, to, frequency, own }),
            }
            from = to;
        }
        Ok(())
    }

    /// The place of a node, which is added where its column has room.
    fn node(
        &mut self,
        connection: &Connection,
        id: i64,
        role: Role,
        column: usize,
        own: bool,
    ) -> rusqlite::Result<Option<usize>> {
        if let Some(known) = self.nodes.iter().position(|node| node.id == id && node.column == column) {
            self.nodes[known].own |= own;
            return Ok(Some(known));
        }
        if self.nodes.iter().filter(|node| node.column == column).count() >= MOST {
            return Ok(None);
        }
        let Some(node) = super::node::node(connection, id)? else { return Ok(None) };
        self.nodes.push(PicturedNode { id, text: node.text, role, column, frequency: node.frequency, own });
        Ok(Some(self.nodes.len() - 1))
    }
}

/// The lessons that begin with a node: number, feedback, outcome, frequency; the pictured one first, then the strongest.
fn ways(
    connection: &Connection,
    action: i64,
    pictured: i64,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<(i64, i64, i64, u32)>> {
    let sql = "SELECT id, feedback, outcome, frequency FROM memory_lessons
               WHERE action = ?1 AND kind = (SELECT kind FROM memory_lessons WHERE id = ?2) AND (retired_at IS NULL OR id = ?2)
               ORDER BY id <> ?2, frequency DESC, last_seen DESC, id LIMIT ?3";
    let width = i64::try_from(config.branching).unwrap_or(i64::MAX);
    connection
        .prepare_cached(sql)?
        .query_map(params![action, pictured, width], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect()
}
