//! A list of players as spreadsheets and federations export it: text with commas, semicolons or tabs between the cells, headings in
//! the first row, or below a title, and a row a player.
//!
//! Columns are found by their headings, in several languages. What the project knows nothing of becomes an attribute of the player.

use super::{DetectedEncoding, Encoding, Loaded, MOST_PLAYERS, TournamentDraft, field_twice, text, trf, without_bom};
use crate::tournament::{Attributes, Cell, Code, Fault, Place, Player, PlayerId, Position, without_accents};
use itertools::Itertools;
use std::collections::BTreeMap;

/// What a column has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Name,
    Surname,
    FirstName,
    Rating,
    Title,
    Federation,
    Club,
    FideId,
    Birth,
    Sex,
}

impl Column {
    /// Its name in a sentence.
    const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Surname => "surname",
            Self::FirstName => "first name",
            Self::Rating => "rating",
            Self::Title => "title",
            Self::Federation => "federation",
            Self::Club => "club",
            Self::FideId => "FIDE number",
            Self::Birth => "birth",
            Self::Sex => "sex",
        }
    }
}

/// The headings of each column, without accents, blanks and signs. Of two columns for one thing, that of the earlier heading has it. The rating
/// of a player who has none there is that of the next one.
const HEADINGS: [(Column, &str); 10] = [
    (
        Column::Name,
        "name fullname player spieler spielername teilnehmer nom nombre jugador nome giocatore jogador naam speler",
    ),
    (
        Column::Surname,
        "surname lastname familyname nachname familienname nomdefamille apellidos apellido cognome apelido sobrenome achternaam",
    ),
    (Column::FirstName, "firstname givenname forename vorname prenom voornaam"),
    (
        Column::Rating,
        "twz elo rating rtg fide elofide fideelo fiderating ratingfide rtgint eloint eloi intelo rtgnat elonat elon natelo nationalrating dwz nwz wertung wertungszahl puntuacion",
    ),
    (Column::Title, "title titel tit titre titulo titolo"),
    (
        Column::Federation,
        "federation fed foderation federacion federazione federacao federatie land country pays pais paese nation verband",
    ),
    (Column::Club, "club verein clubname vereinsname circolo clube vereniging"),
    (
        Column::FideId,
        "fideid idfide fideno fidenr fidenumber idnofide codefide fidecode codigofide matriculefide idcode idnumber",
    ),
    (
        Column::Birth,
        "birth birthday birthdate dateofbirth dob born birthyear yearofbirth geburtsdatum geburtstag geburtsjahr geb geboren geburt jahrgang nele neele naissance datedenaissance nacimiento fechadenacimiento nascita datadinascita nascimento datadenascimento geboortedatum",
    ),
    (Column::Sex, "sex gender geschlecht geschl mw wm sexe mf fm sexo sesso geslacht"),
];

/// The attribute that has a player's FIDE number.
pub(super) const FIDE_ID: &str = "fide_id";
/// The attribute that has the day or the year of birth.
pub(super) const BIRTH: &str = "birth";
/// The attribute that has the sex.
pub(super) const SEX: &str = "sex";

/// A cell, and where its text begins.
struct ListCell {
    text: String,
    at: Position,
}

/// So many lines of a file are looked at for the headings: a title may be above them.
const MOST_ABOVE: usize = 10;

/// Whether a row has the headings of a list: one for names, and in rows after the first one another column that is known.
fn has_headings(row: &[ListCell], is_first: bool) -> bool {
    let known = row.iter().filter_map(|cell| column(&cell.text)).map(|(column, _)| column).collect_vec();
    let has_name = known.iter().any(|column| matches!(column, Column::Name | Column::Surname));
    has_name && (is_first || known.len() > 1)
}

/// The list in `bytes`; `None` if none of its first rows has a heading for names.
pub(super) fn read(bytes: &[u8], encoding: Option<Encoding>) -> Option<Result<Loaded, Vec<Fault>>> {
    // Nothing but the first rows is decoded of a file that is no list. The headings of names are the same in all encodings.
    let bytes = without_bom(bytes);
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.trim_ascii().is_empty());
    let delimiter = lines.take(MOST_ABOVE).enumerate().find_map(|(place, line)| {
        let line = String::from_utf8_lossy(line);
        let delimiter = [';', '\t', ','].into_iter().max_by_key(|delimiter| line.matches(*delimiter).count())?;
        let rows = rows(&line, delimiter, &mut TournamentDraft::default());
        // A comment of a report is none.
        (has_headings(rows.first()?, place == 0) && !line.starts_with("###")).then_some(delimiter)
    })?;
    let (text, DetectedEncoding { may_be, .. }) = match encoding {
        None => text(bytes),
        Some(encoding) => (encoding.decode(bytes), DetectedEncoding { encoding, may_be: Vec::new() }),
    };
    let mut reading = TournamentDraft::default();
    let all = rows(&text, delimiter, &mut reading);
    let mut all = all.into_iter().filter(|row| row.iter().any(|cell| !cell.text.is_empty()));
    let (above, headings) = all.by_ref().enumerate().find(|(place, row)| has_headings(row, *place == 0))?;
    if let Some(other) = may_be.first() {
        let what = format!("the file is not in UTF-8; it may be in {other}");
        let mend = "look at the names, and choose with --encoding if they are wrong";
        reading.note(headings[0].at, Code::EncodingNotSure, what, mend);
    }
    let columns = columns(&headings, &mut reading);
    let others = other_ratings(&headings, &columns);
    let not_read = match above {
        0 => String::new(),
        1 => "; not read: the line above the headings".to_owned(),
        lines => format!("; not read: the {lines} lines above the headings"),
    };
    reading.loaded.list_read = Some(read_as(&headings, &columns, &others) + &not_read);
    let (mut ids, mut names) = (BTreeMap::new(), BTreeMap::new());
    for (number, row) in (1..).zip(all) {
        if number as usize > MOST_PLAYERS {
            let what = format!("the list has more than {MOST_PLAYERS} players");
            reading.fault(row[0].at, Code::TooManyPlayers, what, "look for what does not belong there");
            break;
        }
        let mut player = player(PlayerId(number), &row, &columns, &mut reading);
        if let Some(first) = names.insert(player.name.clone(), row[0].at)
            && !player.name.is_empty()
        {
            let what = format!("{} is there before, in line {}", player.name, first.line);
            reading.note(row[0].at, Code::BadRow, what, "leave out the copy, or add to the name, such as a year");
        }
        let next = |place: &usize| rating_of(&row.get(*place)?.text).filter(|rating| *rating > 0);
        player.rating = player.rating.or_else(|| others.iter().find_map(next));
        if let Some(cell) =
            columns.iter().position(|is| *is == Is::Known(Column::FideId)).and_then(|place| row.get(place))
            && !cell.text.is_empty()
            && let Some(first) = ids.insert(cell.text.clone(), cell.at)
        {
            let what = format!("FIDE number {} is there before, in line {}", cell.text, first.line);
            reading.fault(cell.at, Code::BadRow, what, "leave out the copy, or correct the number");
        }
        reading.loaded.sources.insert(Place::Player(reading.loaded.tournament.players.len()), row[0].at);
        reading.loaded.tournament.players.push(player);
    }
    Some(reading.finish())
}

/// What each column of a list is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Is {
    Known(Column),
    /// An attribute of this name.
    Attribute(String),
}

/// The column that a heading names, and which of its names it is.
fn column(heading: &str) -> Option<(Column, usize)> {
    let said: String = without_accents(heading).chars().filter(char::is_ascii_alphanumeric).collect();
    HEADINGS
        .iter()
        .find_map(|(column, names)| names.split(' ').position(|name| name == said).map(|place| (*column, place)))
}

fn columns(headings: &[ListCell], reading: &mut TournamentDraft) -> Vec<Is> {
    let known: Vec<_> = headings.iter().map(|heading| column(&heading.text)).collect();
    let best =
        |column: Column| known.iter().flatten().filter(|(other, _)| *other == column).map(|(_, place)| *place).min();
    let mut all: Vec<Is> = Vec::new();
    for (place, (heading, known)) in headings.iter().zip(&known).enumerate() {
        let is = match known {
            Some((column, name)) if best(*column) == Some(*name) => Is::Known(*column),
            _ => Is::Attribute(attribute(&heading.text, place)),
        };
        if let Some(first) = all.iter().position(|other| *other == is) {
            reading.faults.push(field_twice("the list", &heading.text, heading.at, headings[first].at));
        }
        all.push(is);
    }
    all
}

/// Where the other columns of ratings are, the first one to be asked first.
fn other_ratings(headings: &[ListCell], columns: &[Is]) -> Vec<usize> {
    let rank = |(place, heading): (usize, &ListCell)| match column(&heading.text) {
        Some((Column::Rating, rank)) if columns[place] != Is::Known(Column::Rating) => Some((rank, place)),
        _ => None,
    };
    headings.iter().enumerate().filter_map(rank).sorted().map(|(_, place)| place).collect()
}

/// What each column was read as, with its heading where that is another word: `name, rating (Elo); attributes: nr`.
fn read_as(headings: &[ListCell], columns: &[Is], other_ratings: &[usize]) -> String {
    let (mut known, mut attributes) = (Vec::new(), Vec::new());
    for (heading, is) in headings.iter().zip(columns) {
        match is {
            Is::Known(column) => {
                let name = column.name();
                let is_so = heading.text.to_lowercase() == name.to_lowercase();
                let others = other_ratings.iter().filter(|_| *column == Column::Rating);
                let others: String = others.map(|place| format!(", else {}", headings[*place].text)).collect();
                let is_plain = is_so && others.is_empty();
                known.push(if is_plain { name.to_owned() } else { format!("{name} ({}{others})", heading.text) });
            }
            Is::Attribute(name) => attributes.push(name.as_str()),
        }
    }
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("; attributes: {}", attributes.join(", ")) };
    format!("{}{attributes}", known.join(", "))
}

/// The name of the attribute under a heading. What no name has becomes `_`.
fn attribute(heading: &str, place: usize) -> String {
    let plain = without_accents(heading);
    let name: String = plain.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(39).collect();
    match name.trim_matches('_') {
        "" => format!("column_{}", place + 1),
        name if name.starts_with(|c: char| c.is_ascii_digit()) => format!("_{name}"),
        name => name.to_owned(),
    }
}

fn player(id: PlayerId, row: &[ListCell], columns: &[Is], reading: &mut TournamentDraft) -> Player {
    let mut player = Player::new(id);
    let [mut surname, mut first_name] = [String::new(), String::new()];
    if let Some(cell) = row.iter().skip(columns.len()).find(|cell| !cell.text.is_empty()) {
        let what = format!("'{}' is beyond the {} columns that have headings", cell.text, columns.len());
        let mend = "put a cell that has the separator, such as a name with a comma, in quotation marks";
        reading.fault(cell.at, Code::BadRow, what, mend);
        return player;
    }
    let has_surname = columns.contains(&Is::Known(Column::Surname));
    let has_first_name = columns.contains(&Is::Known(Column::FirstName));
    for (place, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.text.is_empty()) {
        let text = cell.text.clone();
        match columns.get(place) {
            None => {}
            Some(Is::Known(column)) => match column {
                // Beside a column of the one, the other is what is left of a name.
                Column::Name if has_surname && !has_first_name => first_name = text,
                Column::Name if has_first_name && !has_surname => surname = text,
                Column::Surname => surname = text,
                Column::FirstName => first_name = text,
                _ => fill(&mut player, *column, cell, reading),
            },
            Some(Is::Attribute(name)) => has(&mut player, name, text),
        }
    }
    if player.name.is_empty() {
        player.name = [surname, first_name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    }
    if player.name.is_empty() {
        reading.fault(row[0].at, Code::BadRow, "the row has no name", "write the player's name, or take out the row");
    }
    player
}

/// Gives the player what the cell of this column has. What no report can hold is noted.
fn fill(player: &mut Player, column: Column, cell: &ListCell, reading: &mut TournamentDraft) {
    let text = cell.text.clone();
    let held = match column {
        Column::Rating if rating_of(&text).is_some_and(|rating| rating > 9999) => "at most four digits",
        Column::Title if text.chars().count() > 3 => "GM, IM, FM or CM, or WGM to WCM",
        Column::Federation if text.chars().count() > 3 => "three letters, such as GER",
        Column::FideId if text.chars().count() > 11 => "at most 11 digits",
        Column::Birth if trf::birth(&text).is_empty() => "a year, or a day such as 1998-12-31",
        Column::Sex if trf::sex(&text).is_empty() => "m or w",
        _ => "",
    };
    if !held.is_empty() && !text.is_empty() {
        let what = format!("no report (TRF) can hold the {} '{text}'", column.name());
        reading.note(cell.at, Code::NotInTrf, what, format!("write {held}"));
    }
    let said = Some(text.clone()).filter(|text| !text.is_empty());
    match column {
        Column::Rating => player.rating = rating(cell, reading),
        Column::Title => player.title = said,
        Column::Federation => player.federation = said,
        Column::Club => player.club = said,
        Column::FideId => has(player, FIDE_ID, text),
        Column::Birth => has(player, BIRTH, text),
        Column::Sex => has(player, SEX, text),
        Column::Name | Column::Surname | Column::FirstName => player.name = text,
    }
}

/// Give the player `text` in place of what a list has under this heading; an empty one takes it away. Returns what no report can hold.
///
/// # Errors
/// The fault, if there is no such heading, or the text is not what it can be.
pub fn correct(player: &mut Player, heading: &str, text: &str) -> Result<Vec<Fault>, Box<Fault>> {
    let at = Position { line: 1, column: 1 };
    let mut reading = TournamentDraft::default();
    match column(heading) {
        None | Some((Column::Surname | Column::FirstName, _)) => {
            let mend = "write name, rating, title, federation, club, FIDE number, birth or sex";
            reading.fault(at, Code::BadRow, format!("a list of players has no column '{heading}' to correct"), mend);
        }
        Some((Column::Name, _)) if text.is_empty() => {
            reading.fault(at, Code::BadRow, "a player without a name cannot be called", "write the name");
        }
        Some((Column::Rating, _)) if text.is_empty() => player.rating = None,
        Some((column, _)) => fill(player, column, &ListCell { text: text.to_owned(), at }, &mut reading),
    }
    player.attributes.retain(|_, cell| *cell != Cell::Text(String::new()));
    reading.faults.into_vec().into_iter().next().map_or(Ok(reading.notes.into_vec()), |fault| Err(Box::new(fault)))
}

/// Gives the player an attribute: a number, if it is one that is written back as it is.
fn has(player: &mut Player, name: &str, text: String) {
    let cell = Attributes::cell(name, &text);
    let cell = if cell.to_string() == text { cell } else { Cell::Text(text) };
    player.attributes.insert(name.to_owned(), cell);
}

/// The rating in a cell, 0 if there is none.
fn rating_of(text: &str) -> Option<u32> {
    text.parse().ok().filter(|rating| *rating < 100_000)
}

fn rating(cell: &ListCell, reading: &mut TournamentDraft) -> Option<u32> {
    let text = cell.text.as_str();
    if matches!(text, "-" | "–" | "—") {
        return None;
    }
    match rating_of(text) {
        Some(0) => None,
        Some(rating) => Some(rating),
        None => {
            let mend = "write a whole number, or leave the cell empty";
            reading.fault(cell.at, Code::BadRating, format!("'{text}' is not a rating"), mend);
            None
        }
    }
}

/// The rows of a text, each with its cells. A cell in quotation marks may have the delimiter, line breaks, and two quotation marks for
/// one. A quotation mark that is not closed is a fault.
fn rows(text: &str, delimiter: char, reading: &mut TournamentDraft) -> Vec<Vec<ListCell>> {
    let mut rows = vec![Vec::new()];
    let mut at = Position { line: 1, column: 1 };
    let mut cell = ListCell { text: String::new(), at };
    let mut quoted = None;
    let mut chars = text.chars().peekable();
    let end = |cell: &mut ListCell, next: Position, rows: &mut Vec<Vec<ListCell>>| {
        let done = std::mem::replace(cell, ListCell { text: String::new(), at: next });
        let done = ListCell { text: done.text.trim().to_owned(), ..done };
        if let Some(row) = rows.last_mut() {
            row.push(done);
        }
    };
    while let Some(c) = chars.next() {
        let is_break = c == '\n' || c == '\r' && chars.peek() != Some(&'\n');
        let next =
            if is_break { Position { line: at.line + 1, column: 1 } } else { Position { column: at.column + 1, ..at } };
        match (c, quoted) {
            ('"', Some(_)) if chars.peek() == Some(&'"') => {
                chars.next();
                cell.text.push('"');
                at = Position { column: next.column + 1, ..next };
                continue;
            }
            ('"', Some(_)) => quoted = None,
            ('"', None) if cell.text.trim().is_empty() => quoted = Some(at),
            // A name has no line break.
            (_, Some(_)) if is_break => cell.text.push(' '),
            (_, None) if is_break => {
                end(&mut cell, next, &mut rows);
                rows.push(Vec::new());
            }
            (c, None) if c == delimiter => end(&mut cell, next, &mut rows),
            ('\r', _) => {}
            (c, _) => cell.text.push(c),
        }
        at = next;
    }
    end(&mut cell, at, &mut rows);
    if let Some(at) = quoted {
        let mend = "write the second one, or leave out the first";
        reading.fault(at, Code::BadRow, "a quotation mark is not closed", mend);
    }
    rows
}
