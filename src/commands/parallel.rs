//! One piece of work for many items, on all cores of the machine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs `work` over the items on a thread for each core; the results stand in the order of the items. `done` is called after each, for
/// a progress bar. The items are begun in their order: large ones in front leave no core waiting at the end.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync, done: impl Fn(&T) + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                    done(item);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..200).collect();
        let seen = AtomicUsize::new(0);
        let slow_first = |item: &usize| {
            if item.is_multiple_of(50) {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            item * 2
        };
        let doubled = in_parallel(&items, slow_first, |_| {
            seen.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(doubled, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert_eq!(seen.into_inner(), 200);
        assert!(in_parallel(&[], slow_first, |_| {}).is_empty());
    }
}
