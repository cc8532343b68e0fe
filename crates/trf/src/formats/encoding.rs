//! How the bytes of a tournament report become characters. FIDE's format does not say it, and programs write what their
//! system writes.
//!
//! Text that is UTF-8 is read as UTF-8, and other text as Latin-1, unless its words can hardly be that. Then it is read as what
//! they can be, with a note, or the note says what they may be. A short text of one or two words stays Latin-1. Whoever knows
//! better names the [`Encoding`].

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use strum::{Display, EnumString, VariantArray};

/// The encoding of a text: UTF-8, or one of a byte for each character.
///
/// # Example
/// ```
/// use swiss_trf::formats::Encoding;
/// let cyrillic: Encoding = "windows-1251".parse().expect("a known encoding");
/// assert_eq!(cyrillic.decode(b"\xC8\xE2\xE0\xED"), "Иван");
/// assert_eq!(cyrillic.encode("Иван"), b"\xC8\xE2\xE0\xED");
/// ```
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Display, EnumString, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// UTF-8.
    #[default]
    #[strum(serialize = "utf-8")]
    Utf8,
    /// ISO 8859-1, whose bytes are the first 256 characters.
    #[strum(serialize = "latin-1")]
    Latin1,
    /// Windows, Central European.
    #[strum(serialize = "windows-1250")]
    Windows1250,
    /// Windows, Cyrillic.
    #[strum(serialize = "windows-1251")]
    Windows1251,
    /// Windows, Western European.
    #[strum(serialize = "windows-1252")]
    Windows1252,
    /// Windows, Greek.
    #[strum(serialize = "windows-1253")]
    Windows1253,
    /// Windows, Turkish.
    #[strum(serialize = "windows-1254")]
    Windows1254,
    /// Windows, Baltic.
    #[strum(serialize = "windows-1257")]
    Windows1257,
    /// ISO, Central European.
    #[strum(serialize = "iso-8859-2")]
    Iso8859_2,
    /// ISO, Cyrillic.
    #[strum(serialize = "iso-8859-5")]
    Iso8859_5,
    /// ISO, Greek.
    #[strum(serialize = "iso-8859-7")]
    Iso8859_7,
    /// Unix, Cyrillic.
    #[strum(serialize = "koi8-u")]
    Koi8U,
    /// DOS, American.
    #[strum(serialize = "cp437")]
    Cp437,
    /// DOS, Western European.
    #[strum(serialize = "cp850")]
    Cp850,
    /// DOS, Central European.
    #[strum(serialize = "cp852")]
    Cp852,
    /// DOS, Cyrillic.
    #[strum(serialize = "cp866")]
    Cp866,
}

impl Encoding {
    /// The characters of the bytes from 0x80 on; `None` for UTF-8. A byte without a character is the one of its number, so that
    /// every text can be written again byte for byte.
    fn table(self) -> Option<[char; 128]> {
        match self {
            Self::Utf8 => return None,
            Self::Cp437 => return Some(oem_cp::code_table::DECODING_TABLE_CP437),
            Self::Cp850 => return Some(oem_cp::code_table::DECODING_TABLE_CP850),
            Self::Cp852 => return Some(oem_cp::code_table::DECODING_TABLE_CP852),
            _ => {}
        }
        // ISO 8859-1 is not among those of browsers, and has the characters of the numbers.
        let known = encoding_rs::Encoding::for_label(self.to_string().as_bytes());
        Some(std::array::from_fn(|index| {
            let byte = 0x80 + u8::try_from(index).unwrap_or_default();
            let text = known.map(|known| known.decode_without_bom_handling(&[byte]).0.into_owned());
            let c = text.and_then(|text| text.chars().next()).filter(|c| *c != char::REPLACEMENT_CHARACTER);
            c.unwrap_or(char::from(byte))
        }))
    }

    /// The text of `bytes`. In UTF-8, what is none becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        let Some(table) = self.table() else { return String::from_utf8_lossy(bytes) };
        let character = |byte: u8| byte.checked_sub(0x80).map_or(char::from(byte), |index| table[usize::from(index)]);
        bytes.iter().map(|byte| character(*byte)).collect()
    }

    /// The bytes of `text`. A character that the encoding does not have becomes `?`.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let Some(table) = self.table() else { return text.as_bytes().to_vec() };
        let bytes: BTreeMap<char, u8> = table.into_iter().zip(0x80..=0xFF).collect();
        let byte = |c: char| if c.is_ascii() { c as u8 } else { bytes.get(&c).copied().unwrap_or(b'?') };
        text.chars().map(byte).collect()
    }

    /// The one that is known by the same name to the detector.
    fn of(found: &'static encoding_rs::Encoding) -> Option<Self> {
        let name = if found == encoding_rs::IBM866 { "cp866".to_owned() } else { found.name().to_ascii_lowercase() };
        name.parse().ok()
    }

    /// The names of all encodings.
    pub fn names() -> String {
        Self::VARIANTS.iter().join(", ")
    }

    /// The encoding of `bytes`, as far as they show it.
    pub fn detect(bytes: &[u8]) -> DetectedEncoding {
        if std::str::from_utf8(bytes).is_ok() {
            return DetectedEncoding { encoding: Self::Utf8, may_be: Vec::new() };
        }
        let words = words(bytes);
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        let guess = Self::of(detector.guess(None, Utf8Detection::Deny));
        let latin = DecodedWords::new(Self::Latin1, &words);
        let stays = |may_be: Vec<Self>| DetectedEncoding { encoding: Self::Latin1, may_be };
        if let Some(foreign) = guess.map(|guess| DecodedWords::new(guess, &words)).filter(DecodedWords::is_foreign) {
            // No word of Western Europe has nothing but accented letters.
            let encoding = if foreign.foreign.len() >= FEW { foreign.encoding } else { Self::Latin1 };
            return DetectedEncoding { encoding, may_be: vec![foreign.encoding] };
        }
        if latin.unsound == 0 {
            return stays(Vec::new());
        }
        let candidates = [Some(Self::Windows1252), Some(Self::Cp850), guess];
        let candidates = candidates.into_iter().flatten().map(|encoding| DecodedWords::new(encoding, &words));
        let better = candidates.filter(|reading| reading.is_sound() && reading.unsound < latin.unsound);
        let best = better.min_set_by_key(|reading| reading.unsound);
        let best: Vec<Self> = best.into_iter().map(|reading| reading.encoding).dedup().collect();
        match best[..] {
            // The guess alone is of letters that Latin-1 has as signs.
            [only @ (Self::Windows1252 | Self::Cp850)] => DetectedEncoding { encoding: only, may_be: best },
            _ => stays(best),
        }
    }
}

/// What the bytes of a text show of its encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectedEncoding {
    /// The encoding that the text is read in.
    pub encoding: Encoding,
    /// What it may be in, if that is not sure; empty if there is nothing to be said.
    pub may_be: Vec<Encoding>,
}

/// So many words of a foreign script show it.
const FEW: usize = 3;

/// The different words that have bytes beyond ASCII.
fn words(bytes: &[u8]) -> BTreeSet<&[u8]> {
    let words = bytes.split(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic());
    words.filter(|word| !word.is_ascii()).collect()
}

/// The words of a text, read in an encoding.
struct DecodedWords {
    encoding: Encoding,
    words: usize,
    /// The words that are none.
    unsound: usize,
    /// The words of three letters or more of a script that is not Latin.
    foreign: BTreeSet<String>,
    /// The words with Latin letters.
    latin: usize,
}

impl DecodedWords {
    fn new(encoding: Encoding, words: &BTreeSet<&[u8]>) -> Self {
        let mut reading = Self { encoding, words: words.len(), unsound: 0, foreign: BTreeSet::new(), latin: 0 };
        for word in words {
            let text = encoding.decode(word);
            let parts: Vec<&str> = parts(&text);
            if !parts.iter().all(|part| is_word(part)) {
                reading.unsound += 1;
            } else if text.chars().any(|c| c.is_alphabetic() && is_latin(c)) {
                reading.latin += 1;
            } else {
                let long = parts.into_iter().filter(|part| part.chars().count() > 2);
                reading.foreign.extend(long.map(str::to_owned));
            }
        }
        reading
    }

    /// Whether nearly all words are words.
    const fn is_sound(&self) -> bool {
        self.unsound * 20 <= self.words
    }

    /// Whether they are, and of a script that is not Latin.
    fn is_foreign(&self) -> bool {
        self.is_sound() && !self.foreign.is_empty() && self.latin * 20 <= self.words
    }
}

const fn is_latin(c: char) -> bool {
    c < '\u{250}'
}

/// The parts of a word between signs that stand in names.
fn parts(word: &str) -> Vec<&str> {
    // Quotation marks and dashes stand beside words, and an apostrophe within one.
    let trimmed = word.trim_matches(|c: char| "\u{a0}´’‘“”„«»–—°·•…§©®™".contains(c));
    trimmed.split(['\u{a0}', '´', '’', '·']).filter(|part| !part.is_empty()).collect()
}

/// Whether it can be a word: letters of one script, small ones after the first, or all capital.
fn is_word(part: &str) -> bool {
    let has_lower = part.chars().any(char::is_lowercase);
    let is_letter = |(place, c): (usize, char)| {
        let is_capital_within = place > 0 && has_lower && !c.is_ascii() && c.is_uppercase();
        c.is_alphabetic() && !is_capital_within
    };
    let mut scripts = part.chars().map(is_latin);
    let first = scripts.next();
    part.chars().enumerate().all(is_letter) && scripts.all(|script| Some(script) == first)
}

#[cfg(test)]
#[path = "../../tests/unit/formats/encoding.rs"]
mod tests;
