//! Sharly-Chess, which calls pairing engines: the files that it writes, its command line, and what it reads of the answer. It plays a
//! tournament round by round (`engines.py`, `bbp_history.py`, as of 2026).

use crate::support::prelude::*;
use std::process::Output;

/// A round of a player: the opponent, 0 for none, the colour, and the letter of the result.
type Cell = (u32, char, char);

/// A tournament as a caller keeps it: for each player the rounds so far.
struct Event {
    rounds: u32,
    players: Vec<Vec<Cell>>,
    random: ChaCha8Rng,
}

impl Event {
    fn new(players: usize, rounds: u32, seed: u64) -> Self {
        Self { rounds, players: vec![Vec::new(); players], random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The players with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (u32, &Vec<Cell>)> {
        (1..).zip(&self.players)
    }

    /// Play a round of these pairs, in which 0 is the bye: a win of White or Black, or a draw.
    fn play(&mut self, pairs: &[[u32; 2]]) {
        for &[white, black] in pairs {
            if black == 0 {
                self.players[white as usize - 1].push((0, '-', 'U'));
                continue;
            }
            let (one, other) = [('1', '0'), ('=', '='), ('0', '1')][self.random.random_range(0..3_usize)];
            self.players[white as usize - 1].push((black, 'w', one));
            self.players[black as usize - 1].push((white, 'b', other));
        }
    }
}

/// The pairs of an answer, whose first line is their number.
fn pairs_of(answer: &str) -> Vec<[u32; 2]> {
    let mut lines = answer.lines();
    let count: usize = lines.next().expect("a number").parse().expect("a number");
    let pair = |line: &str| line.split(' ').map(|id| id.parse().expect("a number")).collect::<Vec<u32>>();
    let pairs: Vec<[u32; 2]> = lines.map(|line| pair(line).try_into().expect("two numbers")).collect();
    assert_eq!(pairs.len(), count);
    pairs
}

fn call(arguments: &[&str]) -> Output {
    program(arguments).env_remove("SWISS_ILP_DUTCH").output().expect("the program runs")
}

/// Sharly-Chess's file: records of TRF-2026 under comments, and rows in which a round without a game may be blank.
fn sharly_chess(event: &Event, away: &BTreeSet<u32>) -> String {
    let mut text = "012 Open\n032 FRA\n042 2026/03/14\n052 2026/03/15\n".to_owned();
    text += &format!("142 {}\n152 W\n162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0\n", event.rounds);
    text += "172 FIDE\n192 FIDE_DUTCH_2026\n202 BH/C1,BH,SB\n\n### SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR\n";
    for (number, cells) in event.numbered() {
        let points = cells.iter().map(|(_, _, letter)| match letter {
            '1' | 'U' => 1.0,
            '=' => 0.5,
            _ => 0.0,
        });
        let (name, rating, score) = (format!("PLAYER {number}"), 2400 - 10 * number, points.sum::<f64>());
        text +=
            &format!("001 {number:>4} m    {name:<33} {rating:>4} FRA {:>11} {:>10} {score:4.1} {number:>4}", "", "");
        for (opponent, colour, letter) in cells {
            let opponent = if *opponent == 0 { "0000".to_owned() } else { opponent.to_string() };
            text += &format!("  {opponent:>4} {colour} {letter}");
        }
        text += if away.contains(&number) { "  0000 - Z\n" } else { "\n" };
    }
    text
}

/// What Sharly-Chess reads of the check-list, by the places of the columns: the number, the points, the colours, the due colour, who
/// may have the bye, two floats, the opponent of the round with the colour, and the opponents so far.
fn history(list: &str) -> Vec<(u32, Vec<String>, Vec<Option<u32>>)> {
    let mut rounds = None;
    let mut players = Vec::new();
    for line in list.split('\n') {
        let parts: Vec<&str> = line.split('\t').collect();
        if line.trim().starts_with("ID\t") {
            rounds = Some(parts[2].trim().matches('-').count() - 1);
        } else if let (Some(rounds), true) = (rounds, parts.len() >= 8) {
            let number: u32 = parts[0].trim().parse().expect("a number");
            let _: f64 = parts[1].trim().parse().expect("points");
            // The first character is a blank, before as many as there were rounds.
            assert!(parts[2].starts_with(' ') && parts[2].len() == rounds + 1, "{line:?}");
            let fields = parts[2..8].iter().map(|part| part.trim().to_owned()).collect();
            players.push((number, fields, (0..rounds).map(|round| parts[9 + round].trim().parse().ok()).collect()));
        }
    }
    players.sort();
    players
}

/// Sharly-Chess calls with `--dutch FILE -p OUT -l LIST` and reads both files, whatever the exit code is. A round without a pairing has
/// no pairs in OUT.
#[test]
fn sharly_chess_pairs_and_shows_the_history() {
    let place = empty("sharly-chess");
    let mut event = Event::new(9, 4, 3);
    let [file, out, list] = ["input.trfx", "pairings.txt", "checklist.txt"].map(|name| format!("{place}/{name}"));
    for round in 1..=event.rounds {
        let away = if round == 2 { BTreeSet::from([3]) } else { BTreeSet::new() };
        fs::write(&file, sharly_chess(&event, &away)).expect("written");
        let called = call(&["--dutch", &file, "-p", &out, "-l", &list]);
        assert_eq!((called.status.code(), stdout(&called)), (Some(0), String::new()), "{}", stderr(&called));
        let answer = fs::read_to_string(&out).expect("written");
        let expected = ["pair", &file, "--system", "dutch-2026", "--format", "pairs", "--quiet"];
        assert_eq!(answer, stdout(&run(&expected, "")));
        let pairs = pairs_of(&answer);
        let shown = history(&fs::read_to_string(&list).expect("written"));
        assert_eq!(shown.len(), 9 - away.len());
        for (number, fields, met) in &shown {
            let cells = &event.players[*number as usize - 1];
            let colours = cells.iter().filter(|cell| cell.0 > 0).map(|cell| cell.1.to_ascii_uppercase());
            assert_eq!(fields[0], colours.collect::<String>());
            let current = pairs.iter().find_map(|[white, black]| match number {
                white_too if white_too == white && *black == 0 => Some("(bye)".to_owned()),
                white_too if white_too == white => Some(format!("({black}W)")),
                black_too if black_too == black => Some(format!("({white}B)")),
                _ => None,
            });
            assert_eq!(Some(&fields[5]), current.as_ref());
            let has_had_bye = cells.iter().any(|cell| cell.2 == 'U');
            assert_eq!(fields[2], if has_had_bye { "N" } else { "Y" });
            assert_eq!(*met, cells.iter().map(|cell| Some(cell.0).filter(|id| *id > 0)).collect::<Vec<_>>());
        }
        event.play(&pairs);
        for number in away {
            event.players[number as usize - 1].push((0, '-', 'Z'));
        }
    }
    // Four players have all met after three rounds.
    let mut event = Event::new(4, 4, 4);
    for pairs in [[[1, 2], [3, 4]], [[3, 1], [4, 2]], [[1, 4], [2, 3]]] {
        event.play(&pairs);
    }
    fs::write(&out, "what was there before").expect("written");
    fs::write(&file, sharly_chess(&event, &BTreeSet::new())).expect("written");
    let called = call(&["--dutch", &file, "-p", &out, "-l", &list]);
    assert_eq!((called.status.code(), stdout(&called)), (Some(1), String::new()));
    let said = format!("Error while pairing {}: No valid pairing exists: ", file);
    assert!(stderr(&called).lines().any(|line| line.starts_with(&said)), "{}", stderr(&called));
    assert_eq!(fs::read_to_string(&out).expect("made"), "");
    let shown = history(&fs::read_to_string(&list).expect("written"));
    assert_eq!(shown.len(), 4);
    assert!(shown.iter().all(|(_, fields, met)| fields[5].is_empty() && met.iter().all(Option::is_some)));
}
