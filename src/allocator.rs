//! Who hands out memory in a program with musl's C library. musl's own asks the system for it in small pieces and locks at each of
//! them: `check` takes half as long again.

use mmap_allocator::MmapAllocator;
use spinning_top::RawSpinlock;
use spinning_top::relax::Relax;
use talc::TalcLock;
use talc::source::GlobalAllocSource;

/// One heap for all threads, and the system's pages behind it. A call holds the lock for some thirty nanoseconds.
#[global_allocator]
static ALLOCATOR: TalcLock<RawSpinlock<SpinThenYield>, GlobalAllocSource<MmapAllocator>> =
    TalcLock::new(GlobalAllocSource::new(MmapAllocator::new()));

/// How a thread waits for the lock: it looks again for about as long as a call takes, and then lets others run, since whoever
/// holds the lock may have lost its core.
#[derive(Default)]
struct SpinThenYield {
    looks: u8,
}

/// Looks before the first yield, of a few nanoseconds each.
const LOOKS: u8 = 100;

impl Relax for SpinThenYield {
    fn relax(&mut self) {
        if self.looks < LOOKS {
            self.looks += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}
