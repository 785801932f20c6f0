//! DGT boards and clocks.
