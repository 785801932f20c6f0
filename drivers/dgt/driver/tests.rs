mod bench;
mod board;
mod clock;
mod commands;
mod life;
mod memory;
mod opening;
