use azulejo_control::{Control, Instant, Progress};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The progress of a search through layers, reported several times a second.
#[derive(Debug)]
pub struct Pace {
    clock: Instant,
    layers: usize,
    /// Classes of the layers before the one that is being expanded, the latest last.
    before: Vec<u64>,
    /// Classes expanded before that.
    expanded: u64,
    /// Time of the last report, in milliseconds.
    last_report: AtomicU64,
}

/// Time between two reports, in milliseconds.
const BETWEEN: u64 = 100;

impl Pace {
    /// The pace of a search through `layers` layers.
    pub fn new(layers: usize) -> Self {
        Self {
            clock: Instant::now(),
            layers,
            before: Vec::new(),
            expanded: 0,
            last_report: AtomicU64::new(0),
        }
    }

    /// Counts a layer of `classes` classes as expanded.
    pub fn layer_done(&mut self, classes: u64) {
        self.before.push(classes);
        self.expanded += classes;
    }

    /// Reports the progress, if a report is due: of the layer's `classes`, `expanded` are expanded, and the layer takes some bytes of
    /// memory and of disk.
    pub fn tell(
        &self,
        control: &Control,
        layer: usize,
        (expanded, classes): (u64, u64),
        (memory, disk): (u64, u64),
    ) {
        let elapsed = self.clock.elapsed();
        let now = elapsed.as_millis() as u64 + 1;
        let last_report = self.last_report.load(Ordering::Relaxed);
        let is_due = last_report == 0 || now >= last_report + BETWEEN;
        let is_first = |from| {
            let (set, read) = (Ordering::Relaxed, Ordering::Relaxed);
            self.last_report
                .compare_exchange(from, now, set, read)
                .is_ok()
        };
        if !is_due || !is_first(last_report) {
            return;
        }
        let total = self.expanded + expanded;
        let rate = total as f64 / elapsed.as_secs_f64().max(1e-3);
        let to_come =
            (classes - expanded.min(classes)) as f64 + self.layers_to_come(layer, classes);
        let time_left = Duration::try_from_secs_f64(to_come / rate).ok();
        control.tell(&Progress::Frontier {
            layer,
            of: self.layers,
            coverings: total,
            rate: rate as u64,
            memory,
            disk,
            left: time_left.filter(|_| self.before.len() >= GUESS_FROM),
        });
    }

    /// A guess at the classes of the layers after this one: layers grow and shrink like a bell, so the
    /// growth from one to the next falls by a like factor each time.
    fn layers_to_come(&self, layer: usize, classes: u64) -> f64 {
        let sizes = [self.before.as_slice(), &[classes]].concat();
        let [.., first, second, third] = sizes[..] else {
            return 0.0;
        };
        let (first, second, third) = (first as f64, second as f64, third as f64);
        let mut growth = third / second;
        let fall = (growth * first / second).clamp(0.3, 0.97);
        let (mut size, mut sum) = (third, 0.0);
        for _ in layer..self.layers {
            growth *= fall;
            size *= growth;
            sum += size;
        }
        sum
    }
}

/// Number of layers from which on the time left is estimated: before, the growth is not regular.
const GUESS_FROM: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guess_is_of_the_right_size() {
        // The layers of 5×6 min; from layer 5 on, the guess is within a factor of 2.5 of the truth.
        let sizes = [
            1u64, 9, 123, 1_038, 6_958, 34_830, 125_231, 297_028, 485_189, 601_690, 605_304,
            519_744, 395_665, 274_709, 177_133, 107_030, 61_349, 33_677, 17_999, 9_489, 5_051,
            2_672, 1_393, 681, 320, 134, 55, 17, 6, 1, 1,
        ];
        let mut pace = Pace::new(30);
        for (tiles, &size) in sizes.iter().enumerate() {
            if (5..24).contains(&tiles) {
                let guess = pace.layers_to_come(tiles + 1, size);
                let truth: u64 = sizes[tiles + 1..].iter().sum();
                let factor = guess / truth as f64;
                assert!(
                    (0.4..2.5).contains(&factor),
                    "layer {tiles}: {guess} for {truth}"
                );
            }
            pace.layer_done(size);
        }
    }
}
