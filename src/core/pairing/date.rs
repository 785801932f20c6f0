//! Days as files write them.

use jiff::civil::Date;

/// The day that `text` means: `2026.11.21`, `2026-11-21`, `2026/11/21`, `26/11/21` or `21.11.2026`;
/// `None` where it tells less than a day.
pub(super) fn read(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.trim().splitn(4, ['.', '-', '/']).collect();
    let &[first, second, third] = parts.as_slice() else { return None };
    let year_first = match (first.len(), third.len()) {
        (4, _) | (2, 2) => true,
        (1 | 2, 4) if text.contains('.') => false,
        _ => return None,
    };
    let (year, day) = if year_first { (first, third) } else { (third, first) };
    let century = if year.len() == 2 { 2000 } else { 0 };
    let year: i16 = number(year)?;
    Date::new(century + year, number(second)?.try_into().ok()?, number(day)?.try_into().ok()?).ok()
}

fn number(digits: &str) -> Option<i16> {
    let all_digits = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}
