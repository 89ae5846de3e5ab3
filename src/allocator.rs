//! Who hands out memory in a program with musl's C library. musl's own asks the system for it in small pieces and locks at each of
//! them: `check` takes half as long again.

use mmap_allocator::MmapAllocator;
use spinning_top::RawSpinlock;
use spinning_top::relax::Relax;
use talc::base::binning::{Binning, linear_extent_then_linearly_divided_exponential_binning};
use talc::base::bitfield::BitField;
use talc::source::GlobalAllocSource;
use talc::sync::TalcLock;

/// One heap for all threads, and the system's pages behind it. A call holds the lock for some thirty nanoseconds.
#[global_allocator]
static ALLOCATOR: TalcLock<RawSpinlock<SpinThenYield>, GlobalAllocSource<MmapAllocator>, Bins> =
    TalcLock::new(GlobalAllocSource::with_block_size(MmapAllocator::new(), BLOCK));

/// Bytes that are asked of the system at once. A block goes back when nothing is left in it, so that a buffer which fits none
/// is mapped and unmapped each time (a buffer of 2 MB: 0.8 ms); what nobody touches takes no memory.
const BLOCK: usize = 8 << 20;

/// Lists of free memory by size, four for each power of two. With the eight that talc takes by itself, what lies between 832
/// and 896 MB shares the last list with all that is larger, and a request for it is never met.
struct Bins;

impl Binning for Bins {
    type AvailabilityBitField = [usize; 3];
    const BIN_COUNT: u32 = Self::AvailabilityBitField::BITS - 1;

    #[inline]
    fn size_to_bin(size: usize) -> u32 {
        linear_extent_then_linearly_divided_exponential_binning::<4, 8>(size)
    }
}

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
