use super::Rating;
use super::file::RATINGS;
use crate::formats;
use crate::tournament::Player;

/// The players of a tournament file, or of CSV with the column `rating` and perhaps `name` and `strength`.
pub(super) fn list(bytes: &[u8]) -> Result<Vec<Rating>, String> {
    let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if header.split(|byte| *byte == b',').any(|cell| cell.trim_ascii() == b"rating") {
        return csv_list(bytes);
    }
    let loaded = formats::read(bytes).map_err(|faults| {
        let first = faults.first().map_or_else(String::new, |fault| fault.what.clone());
        format!("it is no tournament file, and no CSV with a column rating: {first}")
    })?;
    let rating = |player: &Player| {
        let rating = player.rating.ok_or_else(|| format!("player {} has no rating; give one", player.id))?;
        Ok(Rating { name: player.name.clone(), rating, strength: None })
    };
    loaded.tournament.in_order().into_iter().map(rating).collect()
}

fn csv_list(bytes: &[u8]) -> Result<Vec<Rating>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    if let Some(unknown) = header.iter().find(|name| !["name", "rating", "strength"].contains(name)) {
        return Err(format!("there is no use for the column '{unknown}'; keep name, rating and strength"));
    }
    let place = |name: &str| header.iter().position(|column| column == name);
    let (name, rating, strength) = (place("name"), place("rating"), place("strength"));
    let mut list = Vec::new();
    for (line, row) in (2..).zip(reader.records()) {
        let row = row.map_err(|error| error.to_string())?;
        let cell = |column: Option<usize>| column.and_then(|column| row.get(column)).unwrap_or_default();
        let wrong = |what: &str, text: &str| format!("line {line}: '{text}' is no {what}");
        let number = cell(rating).parse::<u32>().ok().filter(|number| RATINGS.contains(&i64::from(*number)));
        let rating = number.ok_or_else(|| wrong("rating from 1 to 4000", cell(rating)))?;
        let strength = strength.map(|column| {
            let text = cell(Some(column));
            let number = text.parse::<f64>().ok().filter(|number| (-4000.0..=8000.0).contains(number));
            number.ok_or_else(|| wrong("strength from -4000 to 8000", text))
        });
        list.push(Rating { name: cell(name).to_owned(), rating, strength: strength.transpose()? });
    }
    Ok(list)
}
