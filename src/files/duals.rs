//! Dual values that somebody has written, as CSV or JSON.
//!
//! In CSV a row has one seat (a pairing number, or `bye`) and its dual value, or the seats of an odd set and theirs: `1,250` or
//! `1 2 3,1000`. A heading (`seat,dual` or `set,dual`) may stand before any of them, and may have more columns. JSON has the
//! form of a certificate, of the part of it that has the dual values, or of the record of `solve --show duals`. A number may be a decimal or a fraction: `22.5`, `45/2`.

use crate::files::organiser_tables::TableError;
use crate::tournament::{PlayerId, Seat};
use num_rational::Ratio;
use num_traits::CheckedMul;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Dual values, in the unit of the tier, as they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenDuals {
    /// The values of seats.
    pub seats: Vec<(Seat, Ratio<i128>)>,
    /// The values of odd sets.
    pub odd_sets: Vec<(Vec<Seat>, Ratio<i128>)>,
    /// The bound, if it was written.
    pub bound: Option<Ratio<i128>>,
}

/// Numbers have at most so many digits on each side.
const MOST_DIGITS: usize = 30;
/// And no greater denominator.
const MOST_DENOMINATOR: i128 = 1_000_000;

/// Read dual values.
///
/// # Errors
/// [`TableError`] with the first thing that is wrong.
///
/// # Examples
/// ```
/// let duals = swiss_ilp::files::duals::read(b"seat,dual\n1,250\n2,22.5\n1 2 3,1000\n")?;
/// assert_eq!((duals.seats.len(), duals.odd_sets.len()), (2, 1));
/// # Ok::<(), swiss_ilp::files::organiser_tables::TableError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<WrittenDuals, TableError> {
    let text = std::str::from_utf8(bytes).map_err(|_| fault(None, "the file is not UTF-8 text"))?;
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(fault(None, "the file is empty; write rows such as 1,250 or 1 2 3,1000"));
    }
    if text.trim_start().starts_with('{') { from_json(text) } else { from_csv(text) }
}

fn fault(line: Option<u64>, what: impl Into<String>) -> TableError {
    TableError { line, what: what.into() }
}

/// An exact number, such as `-12`, `22.5` or `45/2`.
fn number(text: &str) -> Option<Ratio<i128>> {
    let text = text.trim();
    let whole = |text: &str| text.parse::<i128>().ok().filter(|_| text.len() <= MOST_DIGITS);
    let is_within = |number: &Ratio<i128>| *number.denom() <= MOST_DENOMINATOR;
    if let Some((numerator, denominator)) = text.split_once('/') {
        let (numerator, denominator) = (whole(numerator.trim())?, whole(denominator.trim())?);
        return (denominator > 0).then(|| Ratio::new(numerator, denominator)).filter(is_within);
    }
    let Some((before, after)) = text.split_once('.') else { return whole(text).map(Ratio::from_integer) };
    let is_digits = !after.is_empty() && after.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits || after.len() > MOST_DIGITS / 2 || before.len() > MOST_DIGITS / 2 {
        return None;
    }
    let digits = whole(&format!("{before}{after}"))?;
    let tenth = Ratio::new(1, 10_i128.checked_pow(u32::try_from(after.len()).ok()?)?);
    Ratio::from_integer(digits).checked_mul(&tenth).filter(is_within)
}

fn dual(text: &str, line: Option<u64>) -> Result<Ratio<i128>, TableError> {
    number(text).ok_or_else(|| {
        let what = "write a whole number of up to 30 digits, a decimal of up to 15 on each side, or a fraction such as 45/2, \
                    whose denominator is at most 1,000,000";
        fault(line, format!("'{text}' is no dual value; {what}"))
    })
}

fn from_csv(text: &str) -> Result<WrittenDuals, TableError> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let mut duals = WrittenDuals::default();
    let mut columns = (0, 1);
    for record in reader.records() {
        let record = record.map_err(|error| fault(None, format!("it cannot be read as CSV: {error}")))?;
        let line = record.position().map(csv::Position::line);
        let place = |names: &[&str]| record.iter().position(|cell| names.contains(&cell.to_lowercase().as_str()));
        if let (Some(seats), Some(dual)) = (place(&["seat", "seats", "set", "sets"]), place(&["dual"])) {
            columns = (seats, dual);
            continue;
        }
        let (Some(seats), Some(value)) = (record.get(columns.0), record.get(columns.1)) else {
            return Err(fault(line, "it has no seat, or no dual value; write rows such as 1,250 or 1 2 3,1000"));
        };
        let value = dual(value, line)?;
        match seats_of(seats, line)?.as_slice() {
            [seat] => duals.seats.push((*seat, value)),
            seats => duals.odd_sets.push((seats.to_vec(), value)),
        }
    }
    Ok(duals)
}

fn seats_of(text: &str, line: Option<u64>) -> Result<Vec<Seat>, TableError> {
    let words = text.split([' ', ',', ';', '+', '{', '}']).filter(|word| !word.is_empty());
    let seats = words.map(|word| match word.parse::<u32>() {
        Ok(0) => Ok(Seat::Bye),
        Ok(id) => Ok(Seat::Player(PlayerId(id))),
        Err(_) if word.eq_ignore_ascii_case("bye") => Ok(Seat::Bye),
        Err(_) => Err(fault(line, format!("'{word}' is no seat; write a pairing number, or bye"))),
    });
    let seats = seats.collect::<Result<Vec<_>, _>>()?;
    if seats.is_empty() { Err(fault(line, "a dual value has no seat")) } else { Ok(seats) }
}

/// The dual values in a certificate, in the record of `solve --show duals`, or alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptimalPart<'a> {
    #[serde(borrow, default)]
    bound: Option<&'a RawValue>,
    #[serde(borrow)]
    seats: Vec<SeatValue<'a>>,
    #[serde(borrow, default)]
    odd_sets: Vec<OddSetValue<'a>>,
    // What the record of `solve --show duals` says besides, which proves nothing.
    #[serde(default, rename = "tournament")]
    _tournament: IgnoredAny,
    #[serde(default, rename = "round")]
    _round: IgnoredAny,
    #[serde(default, rename = "model")]
    _model: IgnoredAny,
    #[serde(default, rename = "tiers")]
    _tiers: IgnoredAny,
}

#[derive(Deserialize)]
struct SeatValue<'a> {
    seat: Seat,
    #[serde(borrow)]
    dual: &'a RawValue,
}

#[derive(Deserialize)]
struct OddSetValue<'a> {
    seats: Vec<Seat>,
    #[serde(borrow)]
    dual: &'a RawValue,
}

fn from_json(text: &str) -> Result<WrittenDuals, TableError> {
    let inside = |names: &[&str]| {
        let part = names.iter().try_fold(text, |text, name| {
            serde_json::from_str::<BTreeMap<String, &RawValue>>(text).ok()?.get(*name).map(|part| part.get())
        });
        part.and_then(|part| serde_json::from_str::<OptimalPart<'_>>(part).ok())
    };
    let part = inside(&["proof", "optimal"]).or_else(|| inside(&["duals"]));
    let part = part.map_or_else(|| serde_json::from_str::<OptimalPart<'_>>(text), Ok);
    let part =
        part.map_err(|error| fault(u64::try_from(error.line()).ok(), format!("it has no dual values: {error}")))?;
    let value = |raw: &RawValue| dual(raw.get().trim_matches('"'), None);
    Ok(WrittenDuals {
        bound: part.bound.map(value).transpose()?,
        seats: part.seats.iter().map(|one| Ok((one.seat, value(one.dual)?))).collect::<Result<_, _>>()?,
        odd_sets: part
            .odd_sets
            .iter()
            .map(|one| Ok((one.seats.clone(), value(one.dual)?)))
            .collect::<Result<_, _>>()?,
    })
}
