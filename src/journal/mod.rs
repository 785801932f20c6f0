//! Append-only evidence of one board.
