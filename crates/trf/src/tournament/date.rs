use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar. Its text is the one of ISO 8601, such as 2026-02-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The day on which a tournament began, as it is written, with every day that this may mean.
///
/// A year stands at either end. A year of four digits before the others is followed by the month, and then the day. With
/// dots the day is first. Otherwise day and month may stand in either order, and a year of two digits at either end:
/// 70 to 99 mean 1970 to 1999, and 00 to 69 mean 2000 to 2069. What stands after the first blank is not read, so that a
/// time may follow.
///
/// ```
/// use swiss_trf::tournament::StartDate;
///
/// let days = |text: &str| text.parse::<StartDate>().map(|date| date.days().iter().map(ToString::to_string).collect());
/// assert_eq!(days("2024/03/01"), Ok(vec!["2024-03-01".to_owned()]));
/// assert_eq!(days("01.03.2024"), Ok(vec!["2024-03-01".to_owned()]));
/// assert_eq!(days("01/03/2024"), Ok(vec!["2024-01-03".to_owned(), "2024-03-01".to_owned()]));
/// assert!(days("in spring").is_err() && days("2024/02/30").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartDate {
    text: String,
    days: Vec<Date>,
}

/// A text is no date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is no date such as 2026-02-01 or 01.02.2026")]
pub struct NoDate;

impl Date {
    /// The day, if there is such a day.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        (year > 0 && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl StartDate {
    /// The text as it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every day that the text may mean, in order: one or more.
    #[must_use]
    pub fn days(&self) -> &[Date] {
        &self.days
    }
}

impl FromStr for StartDate {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, NoDate> {
        let text = text.trim();
        let word = text.split_whitespace().next().ok_or(NoDate)?;
        let mut days: Vec<Date> = days(word).into_iter().flatten().collect();
        days.sort();
        days.dedup();
        if days.is_empty() { Err(NoDate) } else { Ok(Self { text: text.to_owned(), days }) }
    }
}

/// The days that a word may mean, with `None` for orders of its numbers that give none.
fn days(word: &str) -> Vec<Option<Date>> {
    if word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![day([&word[..4], &word[4..6], &word[6..]])];
    }
    let mark = ['/', '.', '-'].into_iter().find(|mark| word.contains(*mark)).unwrap_or('/');
    let parts: Vec<&str> = word.split(mark).collect();
    let &[a, b, c] = parts.as_slice() else { return Vec::new() };
    let is_short = |part: &str| (1..=2).contains(&part.len());
    match mark {
        _ if a.len() == 4 && is_short(b) && is_short(c) => vec![day([a, b, c])],
        _ if !is_short(a) || !is_short(b) || !matches!(c.len(), 1 | 2 | 4) => Vec::new(),
        '.' => vec![day([c, b, a])],
        _ if c.len() == 4 => vec![day([c, b, a]), day([c, a, b])],
        _ => vec![day([a, b, c]), day([c, b, a]), day([c, a, b])],
    }
}

/// The day of a year, a month and a day in digits.
fn day([year, month, day]: [&str; 3]) -> Option<Date> {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let short = if year.len() < 4 { Some(year.parse::<u16>().ok()?) } else { None };
    let year = match (short, year.len()) {
        (_, 4) if is_number(year) => year.parse().ok()?,
        (Some(short), 2) if is_number(year) => short + if short < 70 { 2000 } else { 1900 },
        _ => return None,
    };
    if !is_number(month) || !is_number(day) {
        return None;
    }
    Date::new(year, month.parse().ok()?, day.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let date = text.parse::<StartDate>();
        date.map(|date| date.days().iter().map(ToString::to_string).collect()).unwrap_or_default()
    }

    #[test]
    fn one_day() {
        for text in
            ["2026/02/01", "2026-02-01", "2026.02.01", "20260201", "2026/2/1", "01.02.2026", "1.2.2026", "1.2.26"]
        {
            assert_eq!(read(text), ["2026-02-01"], "{text}");
        }
        assert_eq!(read("24/09/2010"), ["2010-09-24"]);
        assert_eq!(read("09/24/2010"), ["2010-09-24"]);
        assert_eq!(read(" 2024/03/01 18:30"), ["2024-03-01"]);
        assert_eq!(read("31.12.99"), ["1999-12-31"]);
        assert_eq!(read("29.02.2024"), ["2024-02-29"]);
        assert_eq!(read("29.02.2000"), ["2000-02-29"]);
        assert_eq!(read("02/02/2024"), ["2024-02-02"]);
    }

    #[test]
    fn several_days() {
        assert_eq!(read("03/04/2024"), ["2024-03-04", "2024-04-03"]);
        assert_eq!(read("10/11/12"), ["2010-11-12", "2012-10-11", "2012-11-10"]);
        assert_eq!(read("24/09/30"), ["2024-09-30", "2030-09-24"]);
    }

    #[test]
    fn no_day() {
        let texts = [
            "",
            " ",
            "2024",
            "2024/03",
            "2024/13/01",
            "30.02.2024",
            "29.02.2023",
            "29.02.1900",
            "0000/01/01",
            "2024/03/01/02",
            "1 March 2024",
            "24/09-2010",
            "+1.2.2024",
            "٢٠٢٤/03/01",
            "1.2.202",
            "99999999",
            "a.b.c",
            "..",
            "2024/-3/01",
        ];
        for text in texts {
            assert_eq!(read(text), Vec::<String>::new(), "{text:?}");
        }
    }
}
