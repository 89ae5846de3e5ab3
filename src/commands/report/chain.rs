//! The chains of a lesson as a picture: one SVG that needs nothing else, in light and dark.

use super::layout::{columns, line};
use crate::domain::Role;
use crate::store::memory::{Picture, PicturedEdge, PicturedNode};
use std::fmt::Write as _;

/// Pixels of a card, of the space beside and between cards, and of the frame.
const CARD: f64 = 216.0;
const GAP_X: f64 = 84.0;
const GAP_Y: f64 = 22.0;
const FRAME: f64 = 28.0;
/// Pixels above the cards: title and the names of the columns.
const HEAD: f64 = 92.0;
/// Pixels of a line of text, of what stands above and below it in a card, and of the line with the count.
const LINE: f64 = 18.0;
const PADDING: f64 = 14.0;
const FOOT: f64 = 20.0;
/// Characters of a line of a card, and its lines.
const WIDE: usize = 27;
const LINES: usize = 4;

/// Colours of paper, ink, faint ink, lines, cards and their edges, then of what was done, said and came of it; by day, by night.
const COLOURS: [[&str; 9]; 2] = [
    ["#fbfaf7", "#24292f", "#6b7280", "#b8bec7", "#ffffff", "#d9dce1", "#3566a8", "#b4541f", "#2f7d4f"],
    ["#15181d", "#e6e8eb", "#9aa2ad", "#57606c", "#1e232a", "#363d47", "#7fb0ee", "#f0a06a", "#7fcf9c"],
];

/// The rules of the picture. Colours are written out twice: many programs that show SVG know no variables.
fn style() -> String {
    let [day, night] = COLOURS.map(|[paper, ink, faint, line, card, edge, action, feedback, outcome]| {
        let kinds = [("action", action), ("feedback", feedback), ("outcome", outcome)];
        let kinds = kinds.map(|(kind, colour)| {
            format!(".{kind} .bar,.head.{kind}{{fill:{colour}}}.own.{kind} .card{{stroke:{colour};stroke-width:2}}")
        });
        format!(
            ".paper,.plate{{fill:{paper}}}text{{fill:{ink}}}.faint{{fill:{faint}}}.way{{fill:none;stroke:{line}}}.tip{{fill:{line}}}\
             .way.own{{stroke:{ink}}}.tip.own{{fill:{ink}}}.card{{fill:{card};stroke:{edge};stroke-width:1}}{}",
            kinds.concat()
        )
    });
    format!(
        "text{{font:13px ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}}\
         .title{{font-size:16px;font-weight:600}}.faint{{font-size:12px}}.head{{font-size:11px;letter-spacing:.08em}}\
         .count{{font-size:12px;font-weight:600}}{day}@media (prefers-color-scheme:dark){{{night}}}"
    )
}

/// A card with its place.
struct Card<'a> {
    node: &'a PicturedNode,
    lines: Vec<String>,
    x: f64,
    y: f64,
    height: f64,
}

/// The picture.
pub fn chain(picture: &Picture) -> String {
    let cards = laid_out(&picture.nodes);
    let right = cards.iter().map(|card| card.x + CARD).fold(0.0, f64::max);
    let bottom = cards.iter().map(|card| card.y + card.height).fold(0.0, f64::max);
    let cut = if picture.cut { LINE } else { 0.0 };
    let (width, height) = (right + FRAME, bottom + FRAME + cut);
    let title = format!("Lesson {}: {}", picture.lesson.number, line(&picture.lesson.action));
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title told\">\n<title id=\"title\">{}</title>\n\
         <desc id=\"told\">{}</desc>\n<style>{}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        escaped(&title),
        escaped(&told(picture)),
        style(),
    );
    let shown = clipped(&title, usize_of((width - 2.0 * FRAME) / 9.0));
    let _ = writeln!(svg, "<text class=\"title\" x=\"{FRAME:.0}\" y=\"42\">{}</text>", escaped(&shown));
    heads(&mut svg, &cards);
    // The lesson's own way lies on top.
    for own in [false, true] {
        for edge in picture.edges.iter().filter(|edge| edge.own == own) {
            way(&mut svg, &cards, *edge);
        }
    }
    for card in &cards {
        draw(&mut svg, card);
    }
    // Above the cards: a count must never lie under a line of another way.
    for edge in &picture.edges {
        label(&mut svg, &cards, *edge);
    }
    if picture.cut {
        let y = height - FRAME + 6.0;
        let _ =
            writeln!(svg, "<text class=\"faint\" x=\"{FRAME:.0}\" y=\"{y:.0}\">There is more than fits here.</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The chains in words, for whoever does not see them.
fn told(picture: &Picture) -> String {
    let text = |place: usize| picture.nodes.get(place).map_or_else(String::new, |node| line(&node.text));
    let ways = picture.edges.iter().map(|edge| {
        format!(
            "“{}” led to “{}” {}",
            text(edge.from),
            text(edge.to),
            super::layout::count(u64::from(edge.frequency), "time")
        )
    });
    ways.collect::<Vec<_>>().join("; ")
}

/// Every column is centred on the tallest.
fn laid_out(nodes: &[PicturedNode]) -> Vec<Card<'_>> {
    let mut cards: Vec<Card<'_>> = nodes
        .iter()
        .map(|node| {
            let lines = wrapped(&node.text);
            let height = 2.0 * PADDING + LINE * float(lines.len()) + FOOT;
            Card { node, lines, x: FRAME + float(node.column) * (CARD + GAP_X), y: 0.0, height }
        })
        .collect();
    let last = nodes.iter().map(|node| node.column).max().unwrap_or(0);
    let tall = |cards: &[Card<'_>], column: usize| -> f64 {
        let heights: Vec<f64> =
            cards.iter().filter(|card| card.node.column == column).map(|card| card.height + GAP_Y).collect();
        heights.iter().sum::<f64>() - if heights.is_empty() { 0.0 } else { GAP_Y }
    };
    let tallest = (0..=last).map(|column| tall(&cards, column)).fold(0.0, f64::max);
    for column in 0..=last {
        let mut y = HEAD + (tallest - tall(&cards, column)) / 2.0;
        for card in cards.iter_mut().filter(|card| card.node.column == column) {
            card.y = y;
            y += card.height + GAP_Y;
        }
    }
    cards
}

fn heads(svg: &mut String, cards: &[Card<'_>]) {
    let mut named: Vec<usize> = Vec::new();
    for card in cards {
        if named.contains(&card.node.column) {
            continue;
        }
        named.push(card.node.column);
        let (name, class) = match (card.node.column, card.node.role) {
            (0, _) => ("WHAT WAS DONE", "action"),
            (1, _) => ("WHAT WAS SAID OF IT", "feedback"),
            (2, _) => ("WHAT CAME OF IT", "outcome"),
            (_, Role::Feedback) => ("WHAT WAS SAID OF THAT", "feedback"),
            _ => ("WHAT CAME OF THAT", "outcome"),
        };
        let _ = writeln!(svg, "<text class=\"head {class}\" x=\"{:.0}\" y=\"74\">{name}</text>", card.x);
    }
}

fn class(role: Role, own: bool) -> String {
    format!("{}{}", if own { "own " } else { "" }, role.name())
}

fn draw(svg: &mut String, card: &Card<'_>) {
    let node = card.node;
    let times = super::layout::count(u64::from(node.frequency), "time");
    let _ = write!(
        svg,
        "<g class=\"{}\"><title>{}</title><rect class=\"card\" x=\"{:.1}\" y=\"{:.1}\" width=\"{CARD:.0}\" height=\"{:.1}\" \
         rx=\"9\"/><rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"4\" height=\"{:.1}\" rx=\"2\"/>",
        class(node.role, node.own),
        escaped(&line(&node.text)),
        card.x,
        card.y,
        card.height,
        card.x + 8.0,
        card.y + PADDING - 2.0,
        card.height - 2.0 * PADDING + 4.0,
    );
    for (place, text) in card.lines.iter().enumerate() {
        let y = card.y + PADDING + 12.0 + LINE * float(place);
        let _ = write!(svg, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", card.x + 20.0, escaped(text));
    }
    let y = card.y + card.height - PADDING + 2.0;
    let _ = writeln!(svg, "<text class=\"faint\" x=\"{:.1}\" y=\"{y:.1}\">met {times}</text></g>", card.x + 20.0);
}

/// Where a way begins and ends.
fn ends(cards: &[Card<'_>], edge: PicturedEdge) -> Option<[f64; 4]> {
    let (from, to) = (cards.get(edge.from)?, cards.get(edge.to)?);
    Some([from.x + CARD, from.y + from.height / 2.0, to.x, to.y + to.height / 2.0])
}

fn way(svg: &mut String, cards: &[Card<'_>], edge: PicturedEdge) {
    let Some([x1, y1, x2, y2]) = ends(cards, edge) else { return };
    let (bend, own) = (GAP_X * 0.55, if edge.own { " own" } else { "" });
    // The more often, the wider; 32 times as often is twice as wide.
    let wide = 1.5 + f64::from(edge.frequency.max(1)).log2().min(10.0) * 0.3;
    let tip = x2 - 8.0;
    let _ = writeln!(
        svg,
        "<path class=\"way{own}\" stroke-width=\"{wide:.1}\" d=\"M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {tip:.1} {y2:.1}\"/>\
         <path class=\"tip{own}\" d=\"M{tip:.1} {:.1}l8 4.5l-8 4.5z\"/>",
        x1 + bend,
        x2 - bend,
        y2 - 4.5,
    );
}

/// How often a way was gone, in its middle: there ways with a common end lie apart.
fn label(svg: &mut String, cards: &[Card<'_>], edge: PicturedEdge) {
    let Some([x1, y1, x2, y2]) = ends(cards, edge) else { return };
    let text = format!("{}×", edge.frequency);
    let wide = 8.0 * float(text.chars().count()) + 6.0;
    let (x, y) = (f64::midpoint(x1, x2 - 8.0), f64::midpoint(y1, y2));
    let _ = writeln!(
        svg,
        "<rect class=\"plate\" x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"16\" rx=\"4\"/>\
         <text class=\"count\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
        x - wide / 2.0,
        y - 8.0,
        y + 4.0,
    );
}

/// A text in lines of [`WIDE`] columns, at most [`LINES`].
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line(text).split(' ') {
        let mut rest = word;
        while let Some(last) = lines.last_mut() {
            let used = columns(last);
            let room = WIDE.saturating_sub(if used == 0 { 0 } else { used + 1 });
            if columns(rest) <= room {
                if used > 0 {
                    last.push(' ');
                }
                last.push_str(rest);
                break;
            }
            if used > 0 {
                lines.push(String::new());
                continue;
            }
            // Longer than a line: it is broken where the line ends.
            let mut width = 0;
            let end = rest.char_indices().find(|(_, character)| {
                width += columns(character.encode_utf8(&mut [0; 4]));
                width > WIDE
            });
            let (head, tail) = rest.split_at(end.map_or(rest.len(), |(end, _)| end));
            last.push_str(head);
            lines.push(String::new());
            rest = tail;
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        if let Some(last) = lines.last_mut() {
            *last = clipped(&format!("{last} …"), WIDE);
            if !last.ends_with('…') {
                last.push('…');
            }
        }
    }
    lines
}

fn clipped(text: &str, most: usize) -> String {
    super::layout::cut(text, most)
}

/// For SVG; a control character, which XML does not know, is written out before.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[expect(clippy::cast_precision_loss, reason = "a handful of lines and columns")]
const fn float(length: usize) -> f64 {
    length as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the columns of a picture, at least none")]
const fn usize_of(length: f64) -> usize {
    if length > 0.0 { length as usize } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Lesson, LessonKind, LessonOrigin, Trust};
    use proptest::prelude::*;

    fn picture(texts: &[&str]) -> Picture {
        let roles = [Role::Action, Role::Feedback, Role::Outcome];
        let nodes: Vec<PicturedNode> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| PicturedNode {
                id: 1,
                text: (*text).to_owned(),
                role: roles[at % 3],
                column: at,
                frequency: 2,
                own: true,
            })
            .collect();
        let edges = (1..nodes.len()).map(|to| PicturedEdge { from: to - 1, to, frequency: 3, own: to == 1 }).collect();
        let lesson = Lesson {
            number: 7,
            project: String::new(),
            kind: LessonKind::Mistake,
            origin: LessonOrigin::Stated,
            action: texts[0].to_owned(),
            key: None,
            feedback: String::new(),
            outcome: String::new(),
            frequency: 1,
            first_seen: 0,
            last_seen: 0,
            trust: Trust { right: 1.0, wrong: 1.0 },
            retired: false,
        };
        Picture { lesson, nodes, edges, cut: false }
    }

    #[test]
    fn markup_in_a_text_stays_text() {
        let svg = chain(&picture(&["<script>alert(1)</script>", "a & b", "\u{1b}[31m \"x\""]));
        assert!(!svg.contains("<script") && !svg.contains('\u{1b}'), "{svg}");
        assert!(svg.contains("&lt;script&gt;") && svg.contains("a &amp; b") && svg.contains("3×"));
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn whoever_sees_no_picture_is_told() {
        let svg = chain(&picture(&["add salt", "too salty", "served bread"]));
        assert!(svg.contains("role=\"img\"") && svg.contains("“add salt” led to “too salty” 3 times"), "{svg}");
    }

    proptest! {
        #[test]
        fn lines_fit_and_a_short_text_is_whole(text in "[a-z日/ ]{0,200}") {
            let lines = wrapped(&text);
            prop_assert!(lines.len() <= LINES);
            prop_assert!(lines.iter().all(|line| columns(line) <= WIDE + 1), "{:?}", lines);
            let without = |text: &str| text.split_whitespace().collect::<String>();
            if !lines.iter().any(|line| line.ends_with('…')) {
                prop_assert_eq!(without(&text), without(&lines.concat()));
            }
        }
    }
}
