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
/// Three numbers have slashes, dots or dashes between them, perhaps with blanks. A year stands at either end. A year of
/// four digits before the others is followed by the month, and then the day. With dots the day is first. Otherwise day
/// and month may stand in either order, and a year of two digits at either end: 70 to 99 mean 1970 to 1999, and 00 to 69
/// mean 2000 to 2069. A month may have its English name: `Feb 28, 2026`, `28 February 2026`, `28-Feb-26`. Then it may be
/// the first of the three, before the day, or stand between day and year. The weekday may precede. What follows the
/// three is not read, so that a time may follow.
///
/// ```
/// use swiss_trf::tournament::StartDate;
///
/// let days = |text: &str| text.parse::<StartDate>().map(|date| date.days().iter().map(ToString::to_string).collect());
/// assert_eq!(days("2024/03/01"), Ok(vec!["2024-03-01".to_owned()]));
/// assert_eq!(days("01.03.2024"), Ok(vec!["2024-03-01".to_owned()]));
/// assert_eq!(days("Mar 1, 2024"), Ok(vec!["2024-03-01".to_owned()]));
/// assert_eq!(days("01/03/2024"), Ok(vec!["2024-01-03".to_owned(), "2024-03-01".to_owned()]));
/// assert!(days("in spring").is_err() && days("2024/02/30").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartDate {
    text: String,
    days: Vec<Date>,
}

/// A text is no date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoDate {
    /// It has not the form of one.
    #[error("it is no date such as 2026-02-01, 01.02.2026 or Feb 1, 2026")]
    Form,
    /// This word stands where a month may.
    #[error("'{0}' is no month in English, such as Feb or February")]
    Month(String),
    /// It has the form of a date, and there is no such day.
    #[error("the calendar has no such day")]
    Day,
}

impl Date {
    /// The day, if there is such a day.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        if year > 0 && 1 <= day && day <= days { Some(Self { year, month, day }) } else { None }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl StartDate {
    /// The text as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every day that the text may mean, in order: one or more.
    pub fn days(&self) -> &[Date] {
        &self.days
    }
}

impl FromStr for StartDate {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, NoDate> {
        let text = text.trim();
        let mut days: Vec<Date> = orders(text)?.into_iter().filter_map(day).collect();
        days.sort();
        days.dedup();
        if days.is_empty() { Err(NoDate::Day) } else { Ok(Self { text: text.to_owned(), days }) }
    }
}

/// Year, month and day, in digits.
type DateParts = [String; 3];

/// What the three parts of a date may be, in every order that its form allows.
fn orders(text: &str) -> Result<Vec<DateParts>, NoDate> {
    let head = |digits: usize| text.get(..digits).filter(|head| head.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(digits) = head(8)
        && text[8..].chars().next().is_none_or(ends)
    {
        return Ok(vec![[&digits[..4], &digits[4..6], &digits[6..]].map(str::to_owned)]);
    }
    if text.chars().any(char::is_alphabetic) && !text.starts_with(|c: char| c.is_ascii_digit()) {
        return named(text);
    }
    numbers(text).map_or_else(|| named(text), Ok)
}

/// Whether what follows a date may begin with this.
fn ends(next: char) -> bool {
    next.is_whitespace() || matches!(next, 'T' | ',' | ';')
}

/// The orders of three numbers with the same mark between them.
fn numbers(text: &str) -> Option<Vec<DateParts>> {
    let (a, rest) = digits(text)?;
    let rest = rest.trim_start();
    let mark = rest.chars().next().filter(|mark| "/.-".contains(*mark))?;
    let (b, rest) = digits(rest[1..].trim_start())?;
    let (c, rest) = digits(rest.trim_start().strip_prefix(mark)?.trim_start())?;
    if !rest.chars().next().is_none_or(ends) {
        return None;
    }
    let is_short = |part: &str| part.len() <= 2;
    let orders = match mark {
        _ if a.len() == 4 && is_short(b) && is_short(c) => vec![[a, b, c]],
        _ if !is_short(a) || !is_short(b) || !matches!(c.len(), 1 | 2 | 4) => return None,
        '.' => vec![[c, b, a]],
        _ if c.len() == 4 => vec![[c, b, a], [c, a, b]],
        _ => vec![[a, b, c], [c, b, a], [c, a, b]],
    };
    Some(orders.into_iter().map(|order| order.map(str::to_owned)).collect())
}

/// The digits at the beginning, and what follows them.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The English names of the months.
const MONTHS: &str = "january february march april may june july august september october november december";

/// The English names of the weekdays.
const WEEKDAYS: &str = "monday tuesday wednesday thursday friday saturday sunday";

/// The place of `word` among `names`, whole or as its first three letters. September has four, too.
fn among(word: &str, names: &str) -> Option<usize> {
    let word = word.to_lowercase();
    let is_it = |name: &str| word == name || word == name[..3] || (word == "sept" && name == "september");
    names.split(' ').position(is_it)
}

/// The orders of two numbers and the English name of a month.
fn named(text: &str) -> Result<Vec<DateParts>, NoDate> {
    let is_between = |c: char| c.is_whitespace() || ",.-/".contains(c);
    let mut words = text.split(is_between).filter(|word| !word.is_empty()).peekable();
    words.next_if(|word| among(word, WEEKDAYS).is_some());
    let parts: Vec<&str> = words.take(3).collect();
    let &[a, b, c] = parts.as_slice() else { return Err(NoDate::Form) };
    let number = |word: &str| {
        let (number, suffix) = digits(word)?;
        // As in 1st, 2nd, 3rd and 4th.
        ["", "st", "nd", "rd", "th"].contains(&suffix.to_lowercase().as_str()).then(|| number.to_owned())
    };
    let month = |word: &str| match among(word, MONTHS) {
        Some(place) => Ok((place + 1).to_string()),
        None if number(word).is_none() && word.chars().all(char::is_alphabetic) => Err(NoDate::Month(word.to_owned())),
        None => Err(NoDate::Form),
    };
    match [a, b, c].map(number) {
        [None, Some(day), Some(year)] => Ok(vec![[year, month(a)?, day]]),
        [Some(year), None, Some(day)] if year.len() == 4 => Ok(vec![[year, month(b)?, day]]),
        [Some(day), None, Some(year)] if year.len() == 4 => Ok(vec![[year, month(b)?, day]]),
        [Some(one), None, Some(other)] => {
            let month = month(b)?;
            Ok(vec![[other.clone(), month.clone(), one.clone()], [one, month, other]])
        }
        _ => Err(NoDate::Form),
    }
}

/// The day of a year, a month and a day in digits.
fn day([year, month, day]: DateParts) -> Option<Date> {
    let number: u16 = year.parse().ok()?;
    let year = match year.len() {
        4 => number,
        2 => number + if number < 70 { 2000 } else { 1900 },
        _ => return None,
    };
    Date::new(year, month.parse().ok()?, day.parse().ok()?)
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/date.rs"]
mod tests;
