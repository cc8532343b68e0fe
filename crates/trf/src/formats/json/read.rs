use super::value::{Items, JsonField, JsonValue, Text};
use crate::formats::{Loaded, MOST_PLAYERS, MOST_ROUNDS, TournamentDraft, field_twice};
use crate::tournament::{
    Absence, Adjustment, Attributes, Board, Bye, ByeKind, Cell, Code, Colour, Fault, Game, GameResult, GamesPerPairing,
    Place, Player, PlayerId, PlayerOrder, PointSystem, Position, Round, Score, Tournament,
};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Reads a tournament from JSON, as the [module](super) describes it.
///
/// # Errors
/// If the file is not JSON, the one fault of its syntax; otherwise every fault of the file, in file order.
pub fn read(bytes: &[u8]) -> Result<Loaded, Vec<Fault>> {
    let (text, root) = Text::parse(bytes).map_err(|fault| vec![fault])?;
    let mut reader = JsonReader { text: &text, reading: TournamentDraft::default() };
    reader.tournament(root);
    reader.reading.finish()
}

struct JsonReader<'t, 'a> {
    text: &'t Text<'a>,
    reading: TournamentDraft,
}

/// An object's fields by name.
struct Object<'a> {
    at: Position,
    what: &'static str,
    fields: Vec<JsonField<'a>>,
}

impl<'a> Object<'a> {
    /// The field `name`, unless it is omitted or null.
    fn get(&self, name: &str) -> Option<JsonValue<'a>> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.value).filter(|value| !value.is_null())
    }
}

impl<'t, 'a> JsonReader<'t, 'a> {
    fn fault(&mut self, at: Position, code: Code, what: impl Into<String>, mend: impl Into<String>) {
        self.reading.fault(at, code, what, mend);
    }

    /// Reports that `value` is not what it `should` be.
    fn unfit<T>(&mut self, value: JsonValue, name: &str, should: &str) -> Option<T> {
        let what = format!("'{name}' is {}, not {should}", value.shown());
        self.fault(value.at, Code::JsonValue, what, format!("write {should}"));
        None
    }

    /// The fields of an object. Fields that are not in `known` are faults.
    fn object(&mut self, value: JsonValue<'a>, what: &'static str, known: &[&str]) -> Option<Object<'a>> {
        let Some(fields) = self.text.fields(value) else { return self.unfit(value, what, "an object") };
        let mut first_with = BTreeMap::new();
        for field in &fields {
            if !known.contains(&&*field.name) {
                let text = format!("{what} has the unknown field '{}'", field.name);
                self.fault(
                    field.at,
                    Code::UnknownField,
                    text,
                    format!("remove it; the fields are {}", known.join(", ")),
                );
                continue;
            }
            match first_with.entry(&*field.name) {
                Entry::Vacant(first) => {
                    first.insert(field.at);
                }
                Entry::Occupied(first) => {
                    self.reading.faults.push(field_twice(what, &field.name, field.at, *first.get()));
                }
            }
        }
        Some(Object { at: value.at, what, fields })
    }

    /// The items of the list `name`; none if it is omitted.
    fn list(&mut self, object: &Object<'a>, name: &str) -> impl ExactSizeIterator<Item = JsonValue<'a>> + use<'t, 'a> {
        let items = object.get(name).and_then(|value| match self.text.items(value) {
            Some(items) => Some(items),
            None => self.unfit(value, name, "a list"),
        });
        items.unwrap_or_else(|| Items::none(self.text))
    }

    fn required(&mut self, object: &Object<'a>, name: &str) -> Option<JsonValue<'a>> {
        let value = object.get(name);
        if value.is_none() {
            self.fault(
                object.at,
                Code::FieldMissing,
                format!("{} has no '{name}'", object.what),
                format!("add the field '{name}'"),
            );
        }
        value
    }

    fn text_field(&mut self, object: &Object<'a>, name: &str) -> Option<String> {
        let value = object.get(name)?;
        value.text().or_else(|| self.unfit(value, name, "a text in quotes"))
    }

    /// A text that is not empty.
    fn word_field(&mut self, object: &Object<'a>, name: &str) -> Option<String> {
        self.text_field(object, name).filter(|text| !text.is_empty())
    }

    fn number(&mut self, value: JsonValue, name: &str) -> Option<u32> {
        value.number().or_else(|| self.unfit(value, name, "a whole number"))
    }

    fn number_field(&mut self, object: &Object<'a>, name: &str) -> Option<u32> {
        let value = object.get(name)?;
        self.number(value, name)
    }

    fn required_player(&mut self, object: &Object<'a>, name: &str) -> Option<(PlayerId, Position)> {
        let value = self.required(object, name)?;
        Some((PlayerId(self.number(value, name)?), value.at))
    }

    /// The number of a round, or a number of rounds.
    fn round_number(&mut self, value: JsonValue, name: &str) -> Option<u32> {
        value.number().filter(|round| *round > 0).or_else(|| self.unfit(value, name, "a whole number from 1"))
    }

    fn score_field(&mut self, object: &Object<'a>, name: &str) -> Option<Score> {
        let value = object.get(name)?;
        value.score().or_else(|| self.unfit(value, name, "a number of points such as 0.5"))
    }

    /// The meaning of a text that is one of `choices`.
    fn choice<T: Copy>(&mut self, value: JsonValue, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let said = value.text();
        let chosen = choices.iter().find(|(text, _)| said.as_deref() == Some(text)).map(|(_, meaning)| *meaning);
        chosen.or_else(|| {
            let texts: Vec<_> = choices.iter().map(|(text, _)| format!("\"{text}\"")).collect();
            self.unfit(value, name, &format!("one of {}", texts.join(" ")))
        })
    }

    fn tournament(&mut self, root: JsonValue<'a>) {
        let known = [
            "name",
            "start_date",
            "dutch_edition",
            "rounds_planned",
            "games_per_pairing",
            "initial_colour",
            "points",
            "order",
            "players",
            "rounds",
            "absences",
            "forbidden",
            "adjustments",
            "accelerations",
        ];
        let Some(object) = self.object(root, "the tournament", &known) else { return };
        let name = self.text_field(&object, "name").unwrap_or_default();
        self.reading.loaded.tournament.name = name;
        if let Some(value) = object.get("start_date") {
            let start = value.text().and_then(|text| text.parse().ok());
            let start = start.or_else(|| self.unfit(value, "start_date", "a date in quotes, such as \"2026-02-01\""));
            self.reading.loaded.tournament.start = start;
        }
        if let Some(value) = object.get("dutch_edition") {
            let edition = value.number().and_then(|year| u16::try_from(year).ok());
            let edition = edition.filter(|year| Tournament::DUTCH_EDITIONS.contains(year));
            let [others @ .., last] = Tournament::DUTCH_EDITIONS;
            let should = format!("one of {} and {last}", others.iter().join(", "));
            let edition = edition.or_else(|| self.unfit(value, "dutch_edition", &should));
            self.reading.loaded.tournament.dutch_edition = edition;
        }
        if let Some(value) = object.get("rounds_planned") {
            let planned = self.round_number(value, "rounds_planned");
            self.reading.loaded.tournament.rounds_planned = planned;
            self.reading.loaded.sources.insert(Place::RoundsPlanned, value.at);
        }
        if let Some(value) = object.get("games_per_pairing") {
            self.reading.loaded.tournament.games_per_pairing = match value.number() {
                Some(1) => GamesPerPairing::One,
                Some(2) => GamesPerPairing::Two,
                _ => self.unfit(value, "games_per_pairing", "1 or 2").unwrap_or_default(),
            };
        }
        if let Some(value) = object.get("initial_colour") {
            let colours = [("white", Colour::White), ("black", Colour::Black)];
            self.reading.loaded.tournament.initial_colour = self.choice(value, "initial_colour", &colours);
        }
        if let Some(value) = object.get("points") {
            self.points(value);
        }
        if let Some(value) = object.get("order") {
            let orders = [("numbers", PlayerOrder::Numbers), ("listed", PlayerOrder::Listed)];
            self.reading.loaded.tournament.order = self.choice(value, "order", &orders).unwrap_or_default();
        }
        if self.required(&object, "players").is_none() {
            self.reading.numbers_missing = true;
        }
        let mut players = self.list(&object, "players");
        let count = players.len();
        for player in players.by_ref().take(MOST_PLAYERS) {
            self.player(player);
        }
        if let Some(beyond) = players.next() {
            self.reading.numbers_missing = true;
            let mend = format!("leave at most {MOST_PLAYERS}");
            self.fault(beyond.at, Code::TooManyPlayers, format!("there are {count} players"), mend);
        }
        let mut rounds = self.list(&object, "rounds");
        let count = rounds.len();
        for (number, round) in (1..).zip(rounds.by_ref().take(MOST_ROUNDS)) {
            self.round(number, round);
        }
        if let Some(beyond) = rounds.next() {
            let mend = format!("leave at most {MOST_ROUNDS}");
            self.fault(beyond.at, Code::TooManyRounds, format!("there are {count} rounds"), mend);
        }
        for absence in self.list(&object, "absences") {
            self.absence(absence);
        }
        for group in self.list(&object, "forbidden") {
            self.forbidden(group);
        }
        for adjustment in self.list(&object, "adjustments") {
            if let Some((player, at, round, points)) = self.points_of_round(adjustment, "an adjustment") {
                let Loaded { tournament, sources, .. } = &mut self.reading.loaded;
                sources.insert(Place::Adjustment(tournament.adjustments.len()), at);
                tournament.adjustments.push(Adjustment { player, round, points });
            }
        }
        for acceleration in self.list(&object, "accelerations") {
            if let Some((player, at, round, points)) = self.points_of_round(acceleration, "an acceleration") {
                self.reading.accelerate(player, round, points, at);
            }
        }
    }

    fn points(&mut self, value: JsonValue<'a>) {
        let mut points = PointSystem::default();
        let [win_white, win_black] = &mut points.win;
        let [draw_white, draw_black] = &mut points.draw;
        let [loss_white, loss_black] = &mut points.loss;
        let fields = [
            ("win_white", win_white),
            ("win_black", win_black),
            ("draw_white", draw_white),
            ("draw_black", draw_black),
            ("loss_white", loss_white),
            ("loss_black", loss_black),
            ("forfeit_win", &mut points.forfeit_win),
            ("forfeit_loss", &mut points.forfeit_loss),
            ("pairing_bye", &mut points.pairing_bye),
            ("full_bye", &mut points.full_bye),
            ("half_bye", &mut points.half_bye),
            ("zero_bye", &mut points.zero_bye),
        ];
        let known: Vec<_> = fields.iter().map(|(name, _)| *name).chain(["adjourned"]).collect();
        let Some(object) = self.object(value, "the points", &known) else { return };
        for (name, worth) in fields {
            if let Some(score) = self.score_field(&object, name) {
                *worth = score;
            }
        }
        points.adjourned = self.score_field(&object, "adjourned");
        self.reading.loaded.tournament.points = points;
    }

    fn player(&mut self, value: JsonValue<'a>) {
        let known = ["id", "name", "rating", "title", "federation", "club", "points", "strength_rank", "attributes"];
        let object = self.object(value, "a player", &known);
        let id = object.as_ref().and_then(|object| self.required_player(object, "id"));
        let (Some(object), Some((id, at))) = (object, id) else {
            self.reading.numbers_missing = true;
            return;
        };
        let player = Player {
            name: self.text_field(&object, "name").unwrap_or_default(),
            // As in TRF, the rating 0 means no rating.
            rating: self.number_field(&object, "rating").filter(|rating| *rating > 0),
            title: self.word_field(&object, "title"),
            federation: self.word_field(&object, "federation"),
            club: self.word_field(&object, "club"),
            declared_points: self.score_field(&object, "points"),
            strength_rank: self.number_field(&object, "strength_rank"),
            attributes: self.attributes(&object),
            ..Player::new(id)
        };
        let Loaded { tournament, sources, .. } = &mut self.reading.loaded;
        let index = tournament.players.len();
        sources.insert(Place::Player(index), at);
        sources.insert(Place::Points(index), object.get("points").map_or(at, |points| points.at));
        tournament.players.push(player);
    }

    /// Texts and numbers by name.
    fn attributes(&mut self, object: &Object<'a>) -> BTreeMap<String, Cell> {
        let mut attributes = BTreeMap::new();
        let Some(value) = object.get("attributes") else { return attributes };
        let Some(fields) = self.text.fields(value) else {
            self.unfit::<()>(value, "attributes", "an object of names and values");
            return attributes;
        };
        for field in fields {
            // What is in quotes is a text, whatever it looks like.
            let number = Some(Cell::of(field.value.raw())).filter(|cell| matches!(cell, Cell::Number(_)));
            let cell = number.or_else(|| field.value.text().map(Cell::Text));
            let is_known = |name: &String| attributes.contains_key(name);
            match (Attributes::name(&field.name).filter(|name| !is_known(name)), cell) {
                (Some(name), Some(Cell::Number(_))) if name == "club" => {
                    self.unfit::<()>(field.value, &name, "a text in quotes");
                }
                (Some(name), Some(cell)) => {
                    attributes.insert(name, cell);
                }
                (Some(name), None) => {
                    self.unfit::<()>(field.value, &name, "a text in quotes, or a decimal of at most 15 digits");
                }
                (None, _) => {
                    let needed = "a name that is there once, of letters from a to z, digits and _, beginning with a letter, 40 at most";
                    self.unfit::<()>(field.value, &field.name, needed);
                }
            }
        }
        attributes
    }

    fn round(&mut self, number: u32, value: JsonValue<'a>) {
        let mut round = Round::default();
        if let Some(object) = self.object(value, "a round", &["games", "byes"]) {
            for game in self.list(&object, "games") {
                if let Some((read, has_colours)) = self.game(game) {
                    if !has_colours {
                        let board = Board { white: read.white, black: read.black };
                        self.reading.loaded.tournament.colourless.entry(number).or_default().insert(board);
                    }
                    let place = Place::Game { round: number, index: round.games.len() };
                    self.insert(place, number, &[read.white, read.black], game.at);
                    round.games.push(read);
                }
            }
            for bye in self.list(&object, "byes") {
                if let Some(read) = self.bye(bye) {
                    let place = Place::Bye { round: number, index: round.byes.len() };
                    self.insert(place, number, &[read.player], bye.at);
                    round.byes.push(read);
                }
            }
        }
        self.reading.loaded.tournament.rounds.push(round);
    }

    fn insert(&mut self, place: Place, round: u32, players: &[PlayerId], at: Position) {
        let sources = &mut self.reading.loaded.sources;
        sources.insert(place, at);
        for player in players {
            sources.insert(Place::Cell { player: *player, round }, at);
        }
    }

    /// A game, and whether its colours are known.
    fn game(&mut self, value: JsonValue<'a>) -> Option<(Game, bool)> {
        let object = self.object(value, "a game", &["white", "black", "result", "rated", "colours"])?;
        let white = self.required_player(&object, "white");
        let black = self.required_player(&object, "black");
        let result = object.get("result").and_then(|value| self.choice(value, "result", &GameResult::NAMES));
        let [rated, has_colours] = ["rated", "colours"].map(|name| {
            let value = object.get(name);
            value.and_then(|value| value.boolean().or_else(|| self.unfit(value, name, "true or false"))).unwrap_or(true)
        });
        if let (false, false, Some(value)) =
            (has_colours, result.is_some_and(|result: GameResult| !result.was_played()), object.get("colours"))
        {
            self.unfit::<()>(value, "colours", "left out, but for a forfeited game");
        }
        Some((Game { white: white?.0, black: black?.0, result, rated }, has_colours))
    }

    fn kind(&mut self, value: JsonValue) -> Option<ByeKind> {
        let kinds =
            [("pairing", ByeKind::Pairing), ("half", ByeKind::Half), ("full", ByeKind::Full), ("zero", ByeKind::Zero)];
        self.choice(value, "kind", &kinds)
    }

    fn bye(&mut self, value: JsonValue<'a>) -> Option<Bye> {
        let object = self.object(value, "a bye", &["player", "kind"])?;
        let player = self.required_player(&object, "player");
        let kind = self.required(&object, "kind").and_then(|kind| self.kind(kind));
        Some(Bye { player: player?.0, kind: kind? })
    }

    fn absence(&mut self, value: JsonValue<'a>) {
        let Some(object) = self.object(value, "an absence", &["player", "round", "kind"]) else { return };
        let player = self.required_player(&object, "player");
        let round = object.get("round").and_then(|round| self.round_number(round, "round"));
        let kind = object.get("kind").map_or(Some(ByeKind::Zero), |kind| self.kind(kind));
        let (Some((player, at)), Some(kind)) = (player, kind) else { return };
        let Loaded { tournament, sources, .. } = &mut self.reading.loaded;
        sources.insert(Place::Absence(tournament.absences.len()), at);
        tournament.absences.push(Absence { player, round, kind });
    }

    fn forbidden(&mut self, value: JsonValue<'a>) {
        let Some(object) = self.object(value, "a forbidden group", &["players", "rounds"]) else { return };
        self.required(&object, "players");
        let players = self.list(&object, "players");
        let players: Vec<_> =
            players.filter_map(|player| Some((PlayerId(self.number(player, "players")?), player.at))).collect();
        let rounds = object.get("rounds").and_then(|value| {
            let numbers: Option<Vec<u32>> =
                self.text.items(value)?.map(|round| round.number().filter(|round| *round > 0)).collect();
            match numbers?.as_slice() {
                [first, last] if first <= last => Some((*first, *last)),
                _ => None,
            }
        });
        if let Some(value) = object.get("rounds").filter(|_| rounds.is_none()) {
            self.unfit::<()>(value, "rounds", "the first and the last round, such as [1, 3]");
        }
        self.reading.forbid(&players, rounds, object.at);
    }

    /// The points of a player for a round.
    fn points_of_round(
        &mut self,
        value: JsonValue<'a>,
        what: &'static str,
    ) -> Option<(PlayerId, Position, u32, Score)> {
        let object = self.object(value, what, &["player", "round", "points"])?;
        let player = self.required_player(&object, "player");
        let round = self.required(&object, "round").and_then(|round| self.round_number(round, "round"));
        self.required(&object, "points");
        let points = self.score_field(&object, "points");
        let ((player, at), round, points) = (player?, round?, points?);
        Some((player, at, round, points))
    }
}
