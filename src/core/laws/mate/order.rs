//! What a search looks at next: the lowest estimate first, and of equal ones the last that came.

/// Estimates from here on are not told apart.
const MAX_ESTIMATE: usize = 1023;

/// Numbers by their estimates.
#[derive(Default)]
pub(super) struct Order {
    /// By estimate.
    waiting: Vec<Vec<u32>>,
    /// Nothing waits below.
    lowest: usize,
}

impl Order {
    pub(super) fn push(&mut self, estimate: u32, number: u32) {
        let estimate = (estimate as usize).min(MAX_ESTIMATE);
        if estimate >= self.waiting.len() {
            self.waiting.resize_with(estimate + 1, Vec::new);
        }
        if let Some(waiting) = self.waiting.get_mut(estimate) {
            waiting.push(number);
            self.lowest = self.lowest.min(estimate);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(waiting) = self.waiting.get_mut(self.lowest) {
            if let Some(number) = waiting.pop() {
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }
}
