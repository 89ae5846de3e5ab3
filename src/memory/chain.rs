//! Chains of causes: from what is about to be done to what came of it.

/// How far and how wide a walk goes (seed 000: 3, 10, 100).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Edges of one chain.
    pub depth: usize,
    /// Edges followed from one node, the strongest.
    pub branching: usize,
    /// Chains in all.
    pub paths: usize,
}

/// The nodes that follow on a chain, the strongest first.
pub type Next<'a, E> = dyn FnMut(&[i64]) -> Result<Vec<i64>, E> + 'a;

/// The chains that begin at `start`, the strongest edge first and depth first; none visits a node twice.
///
/// `next` gives the nodes that follow on a chain, the strongest first; where it gives none, or nothing new, the chain ends.
///
/// # Errors
///
/// The first error of `next`.
pub fn chains<E>(start: i64, limits: Limits, next: &mut Next<'_, E>) -> Result<Vec<Vec<i64>>, E> {
    let mut found = Vec::new();
    walk(&mut vec![start], limits, next, &mut found)?;
    Ok(found)
}

fn walk<E>(path: &mut Vec<i64>, limits: Limits, next: &mut Next<'_, E>, found: &mut Vec<Vec<i64>>) -> Result<(), E> {
    let mut ends = true;
    if path.len() <= limits.depth {
        let fresh: Vec<i64> = next(path)?.into_iter().filter(|node| !path.contains(node)).collect();
        for node in fresh.into_iter().take(limits.branching) {
            if found.len() >= limits.paths {
                return Ok(());
            }
            ends = false;
            path.push(node);
            let walked = walk(path, limits, next, found);
            path.pop();
            walked?;
        }
    }
    if ends && path.len() > 1 && found.len() < limits.paths {
        found.push(path.clone());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    const SEED: Limits = Limits { depth: 3, branching: 10, paths: 100 };

    #[track_caller]
    fn check(edges: &[(i64, &[i64])], limits: Limits, expected: &[&[i64]]) {
        let mut next = |path: &[i64]| -> Result<Vec<i64>, Infallible> {
            let last = path.last().copied().unwrap_or_default();
            Ok(edges.iter().find(|(from, _)| *from == last).map_or_else(Vec::new, |(_, to)| to.to_vec()))
        };
        let Ok(found) = chains(1, limits, &mut next);
        assert_eq!(found, expected);
    }

    #[test]
    fn no_chain_comes_back_and_the_strongest_comes_first() {
        // a -> b -> a, a -> c (strong), a -> d: the order of `next` is that of strength.
        check(&[(1, &[3, 2, 4]), (2, &[1])], SEED, &[&[1, 3], &[1, 2], &[1, 4]]);
        check(&[(1, &[3, 2, 4]), (2, &[1])], Limits { paths: 1, ..SEED }, &[&[1, 3]]);
        check(&[(1, &[1])], SEED, &[]);
        check(&[], SEED, &[]);
    }

    #[test]
    fn depth_and_width_are_bounded() {
        check(&[(1, &[2]), (2, &[3]), (3, &[4]), (4, &[5])], SEED, &[&[1, 2, 3, 4]]);
        let wide: Vec<i64> = (2..40).collect();
        let edges: &[(i64, &[i64])] = &[(1, &wide)];
        let expected: Vec<Vec<i64>> = (2..12).map(|node| vec![1, node]).collect();
        check(edges, SEED, &expected.iter().map(Vec::as_slice).collect::<Vec<_>>());
    }
}
