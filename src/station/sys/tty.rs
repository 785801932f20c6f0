//! Settings of a serial port that `serialport` does not offer.

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulong, c_ushort};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::ioctl::{Getter, Opcode, Setter, ioctl};
use tokio_serial::SerialStream;

/// Whether this machine numbers the requests as below; MIPS alone does not.
const KNOWN_NUMBERS: bool = !cfg!(any(
    target_arch = "mips",
    target_arch = "mips64",
    target_arch = "mips32r6",
    target_arch = "mips64r6"
));

// asm-generic/ioctls.h
const TIOCGSERIAL: Opcode = 0x541E;
const TIOCSSERIAL: Opcode = 0x541F;

// linux/tty_flags.h, bit 13
const ASYNC_LOW_LATENCY: c_int = 1 << 13;

/// `struct serial_struct` of linux/serial.h.
#[repr(C)]
struct SerialStruct {
    kind: c_int,
    line: c_int,
    port: c_uint,
    irq: c_int,
    flags: c_int,
    xmit_fifo_size: c_int,
    custom_divisor: c_int,
    baud_base: c_int,
    close_delay: c_ushort,
    io_type: c_char,
    reserved_char: [c_char; 1],
    hub6: c_int,
    closing_wait: c_ushort,
    closing_wait2: c_ushort,
    iomem_base: *mut c_uchar,
    iomem_reg_shift: c_ushort,
    port_high: c_uint,
    iomap_base: c_ulong,
}

/// Asks the driver of `port` to hand bytes on at once instead of collecting them first; an FTDI
/// adapter otherwise waits up to 16 ms.
///
/// # Errors
/// What the system says: many drivers, and all pseudo-terminals, do not know the setting.
#[allow(unsafe_code)]
pub fn set_low_latency(port: &SerialStream) -> io::Result<()> {
    if !KNOWN_NUMBERS {
        return Err(io::ErrorKind::Unsupported.into());
    }
    // SAFETY: `port` owns its descriptor and is borrowed for longer than `fd` lives.
    let fd = unsafe { BorrowedFd::borrow_raw(port.as_raw_fd()) };
    // SAFETY: TIOCGSERIAL fills one `serial_struct`, of which `SerialStruct` has the layout and for
    // which every bit pattern is valid.
    let mut serial = unsafe { ioctl(fd, Getter::<TIOCGSERIAL, SerialStruct>::new()) }?;
    serial.flags |= ASYNC_LOW_LATENCY;
    // SAFETY: TIOCSSERIAL only reads one `serial_struct`; this one came from the kernel.
    unsafe { ioctl(fd, Setter::<TIOCSSERIAL, SerialStruct>::new(serial)) }?;
    Ok(())
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use std::mem::offset_of;

    use super::SerialStruct;

    #[test]
    fn the_layout_is_the_kernels() {
        assert_eq!(size_of::<SerialStruct>(), 72);
        assert_eq!(offset_of!(SerialStruct, flags), 16);
        assert_eq!(offset_of!(SerialStruct, iomem_base), 48);
        assert_eq!(offset_of!(SerialStruct, iomap_base), 64);
    }
}
