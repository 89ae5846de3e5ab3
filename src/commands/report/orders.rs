//! Texts in the answers of tools that gave the agent orders, in the forms of `check`.

use super::layout::{Page, cut, line, quoted};
use crate::domain::Ordered;
use serde::Serialize;

/// Texts shown to people at most, and calls of each.
const MAX_TEXTS: usize = 6;
const MAX_FOLLOWED: usize = 3;
/// Columns of an excerpt and of a call.
const EXCERPT: usize = 100;
const CALL: usize = 80;

/// One line for each text, and one for each call that did what it asked for; nothing where there was none.
pub(super) fn summary(page: &mut Page, orders: &[Ordered]) {
    for (index, one) in orders.iter().take(MAX_TEXTS).enumerate() {
        let name = if index == 0 { "orders" } else { "" };
        let excerpt = quoted(&cut(&one.suspect.excerpt, EXCERPT));
        let text =
            format!("after call {}: text in {} speaks to the agent: {excerpt}", one.call, line(&one.suspect.source));
        page.field(name, &text, 3);
        for followed in one.followed.iter().take(MAX_FOLLOWED) {
            let why = followed.danger.map_or_else(|| "beyond the goal".to_owned(), str::to_owned);
            let did = if followed.ran { "did" } else { "was refused, and would have done" };
            let text = format!("call {} {did} what it asks for ({why}): {}", followed.call, cut(&followed.seen, CALL));
            page.field("", &text, 2);
        }
    }
    if orders.len() > MAX_TEXTS {
        page.field("", &format!("and {} more", orders.len() - MAX_TEXTS), 1);
    }
}

/// Such a text as JSON.
#[derive(Serialize)]
pub(super) struct OrderJson {
    call: u64,
    source: String,
    origin: &'static str,
    excerpt: String,
    followed: Vec<FollowedJson>,
}

#[derive(Serialize)]
struct FollowedJson {
    call: u64,
    seen: String,
    shared: Vec<String>,
    danger: Option<&'static str>,
    ran: bool,
}

/// All of them as JSON, in their order.
pub(super) fn rows(orders: &[Ordered]) -> Vec<OrderJson> {
    let followed = |one: &Ordered| {
        let rows = one.followed.iter().map(|followed| FollowedJson {
            call: followed.call,
            seen: line(&followed.seen),
            shared: followed.shared.iter().map(|word| line(word)).collect(),
            danger: followed.danger,
            ran: followed.ran,
        });
        rows.collect()
    };
    let row = |one: &Ordered| OrderJson {
        call: one.call,
        source: line(&one.suspect.source),
        origin: one.suspect.origin.name(),
        excerpt: line(&one.suspect.excerpt),
        followed: followed(one),
    };
    orders.iter().map(row).collect()
}
