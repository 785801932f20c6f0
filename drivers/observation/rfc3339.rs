//! The shape of wall times.

/// Whether `text` has the shape of a time as of RFC 3339, 5.6: `2026-03-01T14:00:00Z`, with any
/// decimals of a second and any offset. Days are not checked against the calendar.
pub(crate) fn is_rfc3339(text: &str) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else { return false };
    let Some((time, offset)) = rest.find(['Z', 'z', '+', '-']).map(|at| rest.split_at(at)) else {
        return false;
    };
    is_date(date) && is_time(time) && is_offset(offset)
}

fn is_date(date: &str) -> bool {
    let mut parts = date.splitn(3, '-');
    let year = parts.next().is_some_and(|year| year.len() == 4 && is_digits(year));
    year && parts.next().is_some_and(|month| within(month, 1, 12))
        && parts.next().is_some_and(|day| within(day, 1, 31))
}

fn is_time(time: &str) -> bool {
    let Some(time) = time.strip_prefix(['T', 't']) else { return false };
    let (time, decimals) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = time.splitn(3, ':');
    !decimals.is_empty()
        && is_digits(decimals)
        && parts.next().is_some_and(|hour| within(hour, 0, 23))
        && parts.next().is_some_and(|minute| within(minute, 0, 59))
        // A leap second is the 61st of its minute.
        && parts.next().is_some_and(|second| within(second, 0, 60))
}

fn is_offset(offset: &str) -> bool {
    if matches!(offset, "Z" | "z") {
        return true;
    }
    let hours_and_minutes = offset.strip_prefix(['+', '-']).and_then(|span| span.split_once(':'));
    hours_and_minutes.is_some_and(|(hours, minutes)| within(hours, 0, 23) && within(minutes, 0, 59))
}

fn within(digits: &str, least: u8, most: u8) -> bool {
    digits.len() == 2
        && is_digits(digits)
        && digits.parse().is_ok_and(|n| (least..=most).contains(&n))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_rfc3339;

    #[test]
    fn times_with_any_offset_are_known() {
        for time in [
            "2026-03-01T14:00:00Z",
            "2026-03-01t14:00:00.123456789z",
            "2026-12-31T23:59:60+01:00",
            "1999-01-01T00:00:00-11:30",
        ] {
            assert!(is_rfc3339(time), "{time}");
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "Z",
            "2026-03-01",
            "2026-03-01T14:00:00",
            "2026-03-01 14:00:00Z",
            "2026-13-01T14:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T14:00:00.Z",
            "2026-03-01T14:00:00+0100",
            "2026-03-01T14:00Z",
            "26-03-01T14:00:00Z",
            "2026-03-0éT14:00:00Z",
            "2026-03-01T14:00:00Zulu",
        ] {
            assert!(!is_rfc3339(text), "{text}");
        }
    }
}
