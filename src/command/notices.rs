//! The words in which a command speaks.

pub(super) use touchmove_client::notices::{NoticeReader as Reader, Notices, number};
