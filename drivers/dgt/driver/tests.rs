mod bench;
mod board;
mod clock;
mod clock_setting;
mod commands;
mod life;
mod memory;
mod opening;
