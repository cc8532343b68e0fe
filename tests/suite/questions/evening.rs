//! From a list of names to the federation's file.

use crate::support::files::{load, reports};
use crate::support::prelude::*;
use swiss_ilp::files::trf::ReportStyle;

/// A file in a folder of its own, which is there.
fn in_folder(name: &str, file: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("evening-{name}"));
    fs::create_dir_all(&folder).expect("made");
    folder.join(file).to_str().expect("UTF-8").to_owned()
}

const UNCHANGED: &str = "Nothing is changed: it was so before.\n";

/// What a change of the file answers.
fn edit(file: &str, change: &[&str]) -> String {
    stdout(&ended(&[&["edit", file], change].concat(), "", 0, ""))
}

/// Writes a tournament of the club's players to `file`.
fn seed(file: &str, rounds: &str) -> String {
    keep(file, &["seed", "examples/evening/players.csv", "--by", "rating,title,name", "--rounds", rounds])
}

/// Pairs the next round of `from` into `file`.
fn pair(file: &str, from: &str, format: &str) -> String {
    keep(file, &["pair", from, "--system", "dutch-2026", "--format", format])
}

/// The names of the players by their numbers.
fn names(tournament: &Tournament) -> BTreeMap<u32, &str> {
    tournament.players.iter().map(|player| (player.id.0, player.name.as_str())).collect()
}

/// The tournament of a list of players.
fn list(text: &str) -> Tournament {
    files::read(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}")).tournament
}

/// The faults of a list of players, each with its line and column.
fn faults(text: &str) -> Vec<String> {
    let faults = files::read(text.as_bytes()).expect_err("a list with faults");
    faults.iter().map(|fault| format!("{:?} {}", fault.place, fault.code)).collect()
}

#[test]
fn columns_are_found_by_their_headings_in_several_languages() {
    for text in [
        "Name,Elo,Title,Fed,Club,FIDE-ID,Sex,Born\n\"Muñoz, Ana\",2100,WFM,ESP,Ajedrez,2200001,F,1990\n",
        "Nr.;Nachname;Vorname;Titel;Verband;Land;Verein;FIDE-Nr.;Geschlecht;Jahrgang;ELO\n1;Muñoz;Ana;WFM;B;ESP;Ajedrez;2200001;F;1990;2100\n",
        "Nom\tPrénom\tTitre\tPays\tClub\tCode FIDE\tSexe\tNaissance\tElo\r\nMuñoz\tAna\tWFM\tESP\tAjedrez\t2200001\tF\t1990\t2100\r\n",
        "Apellidos;Nombre;Título;País;Club;ID FIDE;Sexo;Nacimiento;Rating\nMuñoz;Ana;WFM;ESP;Ajedrez;2200001;F;1990;2100\n",
        "Cognome;Nome;Titolo;Paese;Circolo;FIDE ID;Sesso;Nascita;Rtg\nMuñoz;Ana;WFM;ESP;Ajedrez;2200001;F;1990;2100\n",
        "Name;EloN;Titel;Verband;Verein;ID_Code;Geschl.;Geburt;EloI\nMuñoz, Ana;1900;WFM;ESP;Ajedrez;2200001;F;1990;2100\n",
        "Nom;Int. Elo;Titre;Pays;Club;ID_Code;m/w;Né le\nMuñoz, Ana;2100;WFM;ESP;Ajedrez;2200001;F;1990\n",
        "Surname,First name,Title,Federation,Club,Fide No,Gender,Date of birth,Rtg\nMuñoz,Ana,WFM,ESP,Ajedrez,2200001,F,1990,2100\n",
    ] {
        let players = list(text).players;
        let [Player { name, rating, title, federation, club, attributes, .. }] = &players[..] else { panic!("{text}") };
        assert_eq!((name.as_str(), *rating), ("Muñoz, Ana", Some(2100)), "{text}");
        let texts = [title, federation, club].map(|text| text.as_deref().unwrap_or_default());
        assert_eq!(texts, ["WFM", "ESP", "Ajedrez"], "{text}");
        let attribute = |name: &str| attributes.get(name).map(Cell::to_string);
        let expected = ["2200001", "F", "1990"].map(|text| Some(text.to_owned()));
        assert_eq!(["fide_id", "sex", "birth"].map(attribute), expected, "{text}");
    }
    // FIDE's rating goes before a national one, which stays as an attribute, and so does a number with zeros before it.
    let players = list("Spieler;DWZ;Elo;Straße;Pass\n\"Peter \"\"Pit\"\" Pan\";1500;1600;Am Wall;0012\n").players;
    assert_eq!((players[0].name.as_str(), players[0].rating), ("Peter \"Pit\" Pan", Some(1600)));
    assert_eq!(players[0].attributes["dwz"], Cell::of("1500"));
    let ratings = |text| list(text).players.iter().map(|player| player.rating).collect::<Vec<_>>();
    assert_eq!(ratings("Name;DWZ;Elo\nA;1500;\nB;;0\nC;1400;1600\nD;-;\n"), [Some(1500), None, Some(1600), None]);
    assert_eq!(ratings("Name;TWZ;DWZ;Elo\nA;1700;1500;1600\nB;;1500;1600\n"), [Some(1700), Some(1600)]);
    assert_eq!(players[0].attributes["strasse"], Cell::Text("Am Wall".to_owned()));
    assert_eq!(players[0].attributes["pass"], Cell::Text("0012".to_owned()));
    // In another encoding, and from a spreadsheet itself.
    assert_eq!(files::read(b"Name;Elo\nM\xFCller;1500\n").expect("Latin-1").tournament.players[0].name, "Müller");
    // What was read as what is said, and that nobody has a rating.
    let path = in_folder("list", "read.csv");
    let all = "note: read: name (Spieler), rating (Elo, else DWZ), club (Verein); attributes: nr, dwz\n";
    for (text, said) in [
        ("Nr;Spieler;Elo;Verein;DWZ\n1;A;1900;X;1800\n", all),
        ("name;Spielstärke\nA;1900\n", "note: read: name; attributes: spielstarke\nnote: nobody has a rating"),
        ("name\nA\nB\nA\n", "note[bad-row]: A is there before, in line 2\n"),
        ("Open 2026\n\nNames, \"A\";\nName;Elo\nA;1\n", "note: read: name, rating (Elo); not read: the 2 lines above"),
    ] {
        fs::write(&path, text).expect("written");
        let made = ended(&["seed", &path, "--by", "rating"], "", 0, "");
        assert!(stderr(&made).starts_with(said), "{}", stderr(&made));
    }
    let zip = files::read(b"PK\x03\x04\x14[Content_Types].xml").expect_err("a spreadsheet");
    assert!(zip[0].mend.contains("CSV"), "{zip:?}");
}

#[test]
fn every_fault_of_a_list_has_its_line_and_column() {
    let at = |line, column| format!("At(Position {{ line: {line}, column: {column} }})");
    assert_eq!(faults("Linde Open\n\nName,Elo\nA,12x\n"), [format!("{} bad-rating", at(4, 3))]);
    let text = "Name,Elo,Elo,FIDE-ID\n\nA,12x,,5\n,1500,,6\nB,,,5\nAdler, Anna,1900,1,2\n\"C,1\n";
    let rows = [(4, 1), (5, 5), (6, 20), (7, 1)].map(|(line, column)| format!("{} bad-row", at(line, column)));
    let before = [format!("{} field-twice", at(1, 10)), format!("{} bad-rating", at(3, 3))];
    assert_eq!(faults(text), [&before[..], &rows].concat());
}

#[test]
fn players_are_numbered_by_strength_title_and_alphabet() {
    let path = in_folder("list", "list.csv");
    let players = "name,rating,title\nZoe,1800,\nÄnne,1800,\nAnna,1800,\nBea,1800,WFM\nCem,1800,GM\nDan,,\nEla,2000,\n";
    fs::write(&path, players).expect("written");
    let seeded = |by: &str| stdout(&run(&["seed", &path, "--by", by, "--name", "Club", "--rounds", "5"], ""));
    let by_fide = seeded("rating,title,name");
    let tournament = list(&by_fide);
    assert!(names(&tournament).into_values().eq(["Ela", "Cem", "Bea", "Anna", "Änne", "Zoe", "Dan"]));
    assert_eq!((tournament.name.as_str(), tournament.rounds_planned), ("Club", Some(5)));
    assert_eq!(tournament.players[1].id.0, 2);
    assert!(list(&seeded("name")).players[1].name == "Änne" && seeded("lots") != by_fide);
    // What a list is not: a tournament.
    ended(&["pair", &path, "--system", "dutch"], "", 3, "swiss-ilp seed");
    ended(&["seed", &path, "--by", "rating,rating"], "", 3, "is no order");
    let refused = ended(&["seed", &path, "--by", "lots", "--groups", "2"], "", 3, "--groups has no effect");
    assert!(stderr(&refused).contains("--by tcec-groups"));
    ended(&["seed", TEACHING, "--by", "rating"], "", 3, "before round 1");
}

/// Writes what the command prints to `file`.
fn keep(file: &str, arguments: &[&str]) -> String {
    let made = ended(arguments, "", 0, "");
    fs::write(file, &made.stdout).expect("written");
    stdout(&made)
}

/// A round, its results, the next one, in both formats: what goes in comes out, one round further.
#[test]
fn a_tournament_comes_out_one_round_further_in_its_format() {
    let path = |file: &str| in_folder("on", file);
    assert_eq!(list(&seed(&path("open.json"), "5")).players.len(), 22);
    for format in ["tournament", "trf"] {
        let [first, second] = ["1", "2"].map(|round| path(&format!("{round}{format}")));
        let paired = pair(&first, &path("open.json"), format);
        let enter = |results: &str| edit(&first, &["--results", results]);
        let all = "1-0,½-½,0-1,+/-,1-0,0:1,1-0,1/2,1-0,1-0,1-0";
        let said = enter(all);
        assert!(said.starts_with("round 1, board 1, ") && said.contains(": +/-"), "{said}");
        assert_eq!(enter(all), UNCHANGED);
        let other = enter("3=1-0");
        assert!(other.contains("board 3") && other.contains("1-0 instead of 0-1"), "{other}");
        let whole = fs::read_to_string(&first).expect("written");
        let open = enter("3=?");
        let taken_back = ["board 3, ", "no result instead of 1-0", "Round 1 has no result yet of board 3."];
        assert!(taken_back.iter().all(|said| open.contains(said)), "{open}");
        enter("3=1-0");
        assert_eq!(fs::read_to_string(&first).expect("written"), whole);
        edit(&first, &["--half", "5@2", "--absent", "16@2-,7@3", "--forbid", "2-9"]);
        let round = pair(&second, &first, "tournament");
        let tournament = list(&round);
        assert_eq!(round.starts_with('{'), format == "tournament", "{round}");
        assert_eq!(tournament.rounds[0].games.len(), 11);
        let byes = |kind| tournament.rounds[1].byes.iter().filter(move |bye| bye.kind == kind).map(|bye| bye.player.0);
        assert_eq!(byes(ByeKind::Half).collect::<Vec<_>>(), [5]);
        assert!(byes(ByeKind::Zero).any(|player| player == 16) && tournament.absent_from(5).contains(&PlayerId(16)));
        assert!(tournament.absent_from(3).contains(&PlayerId(7)) && !tournament.absent_from(4).contains(&PlayerId(7)));
        let banned = ForbiddenGroup { players: vec![PlayerId(2), PlayerId(9)], rounds: Some((2, 5)) };
        assert!(tournament.forbidden.contains(&banned));
        if format == "tournament" {
            assert_eq!(tournament.players[0].club.as_deref(), Some("SF Eiche"));
            let results = tournament.rounds[0].games.iter().map(|game| game.result.expect("a result").to_string());
            assert_eq!(results.take(4).collect::<Vec<_>>(), ["1-0", "1/2-1/2", "1-0", "+/-"]);
        } else {
            // The points follow, and the rest stays.
            assert!(paired.lines().zip(round.lines()).all(|(before, after)| before.get(..79) == after.get(..79)));
            assert_eq!(code(&["info", &second], ""), 0);
        }
        // A table with the boards, of which some are not known yet; and another round's.
        let table = path("results.csv");
        let boards: String = stdout(&run(&["pair", &first, "--system", "dutch-2026", "--format", "csv"], ""));
        let rows = boards.lines().enumerate().map(|(row, line)| match row {
            0 => format!("{line},Result\n"),
            _ if row == 3 || line.contains(",bye,") => format!("{line},\n"),
            _ => format!("{line},0-1\n"),
        });
        fs::write(&table, rows.collect::<String>()).expect("written");
        let said = edit(&second, &["--results", &table]);
        assert!(said.ends_with("Round 2 has no result yet of board 3.\n"), "{said}");
        ended(&["edit", &first, "--round", "1", "--results", &table], "", 3, "");
    }
}

#[test]
fn changes_that_cannot_be_are_refused_and_leave_the_file() {
    let file = in_folder("refused", "t.json");
    let text = fs::read_to_string(TEACHING).expect("a file");
    fs::write(&file, &text).expect("written");
    for (change, why) in [
        (&["--results", "1-0"][..], "has 4 boards, and 1 results are given"),
        (&["--results", "1-0,1-0,2-0,1-0"], "'2-0' is no result"),
        (&["--results", "9=1-0"], "has no board 9"),
        (&["--results", "1-0", "--round", "9"], "round 9 is not paired"),
        (&["--results", "1=0-1,2="], "'2=' has no result; write one, or leave out board 2"),
        (&["--results", "3-2=1-0"], "'3-2' is no board; write its number"),
        (&["--absent", "99"], "there is no player 99"),
        (&["--absent", "1@1"], "has a game in round 1"),
        (&["--absent", "1@99"], "the tournament has"),
        (&["--absent", "1@2-4000000000"], "the tournament has"),
        (&["--absent", "1@4", "--half", "2@4,1@4-"], "is named by --absent and by --half for round 4"),
        (&["--results", "2=1-0,2=0-1"], "board 2 is named twice"),
        (&["--results", "1-0,1=0-1,1-0,1-0"], "board 1 is named twice"),
        (&["--results", "3=l-0"], "'3=l-0' is no result"),
        (&["--absent", "1@0"], "write a player, and rounds if need be"),
        (&["--half", "x"], "no player is called 'x'; name a player"),
        (&["--half", "Cloe"], "no player is called 'Cloe'; did you mean 3 Cleo?"),
        (&["--present", "bye"], "the bye is no player"),
        (&["--forbid", "1-99"], "player 99"),
        (&["--force", "--absent", "1"], "--force has no effect without --out"),
        (&[], "nothing is to be changed"),
        (&["--late", "instances/teaching-6.json"], "is no list of players"),
    ] {
        ended(&[&["edit", &file], change].concat(), "", 3, why);
        assert_eq!(fs::read_to_string(&file).expect("a file"), text, "{change:?}");
    }
    let printed = run(&["edit", "-", "--absent", "1", "--format", "tournament"], &text);
    assert_eq!(list(&stdout(&printed)).absences.len(), 1);
    assert_eq!(code(&["edit", &file, "--absent", "1", "--out", &in_folder("refused", "o.json"), "--force"], ""), 0);
    assert_eq!(fs::read_to_string(&file).expect("a file"), text);
}

/// Players are named by number or name, of which a comma and a blank are a part, and the changes name them.
#[test]
fn players_are_named_by_number_or_name() {
    let open = in_folder("names", "open.json");
    let rows = "\"Özdemir, Ada\",2000\n\"Meier-Schulz, Peter\",1900\n\"Meier, Peter\",1800\nA,1700\nB,1600\n";
    let list = in_folder("names", "list.csv");
    fs::write(&list, format!("name,rating\n{rows}")).expect("written");
    keep(&open, &["seed", &list, "--by", "rating", "--rounds", "3"]);
    let said = edit(&open, &["--half", "Meier, Peter@2,ozdemir,2@3", "--absent", "meier-schulz@2-2"]);
    let expected = [
        "2 Meier-Schulz, Peter: absent in round 2",
        "3 Meier, Peter: a half-point bye in round 2",
        "1 Özdemir, Ada: a half-point bye in round 1",
        "2 Meier-Schulz, Peter: a half-point bye in round 3",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
    assert_eq!(edit(&open, &["--forbid", "1-3"]), "1 Özdemir, Ada and 3 Meier, Peter may not meet\n");
    ended(&["edit", &open, "--absent", "Peter"], "", 3, "'Peter' may be any of 2 Meier-Schulz, Peter, 3 Meier, Peter");
    ended(&["edit", &open, "--absent", "Ozdemri"], "", 3, "did you mean 1 Özdemir, Ada?");
    // Before the first round there is a starting list; and a wall sheet says why somebody is not paired.
    let listed = ended(&["standings", &open], "", 0, "");
    assert!(stdout(&listed).contains("\n   3    3  Meier, Peter") && stderr(&listed).is_empty(), "{listed:?}");
    let page = in_folder("names", "page.html");
    edit(&open, &["--absent", "2@1-"]);
    ended(&["pair", &open, "--system", "dutch-2026", "--absent", "3", "--html", &page, "--force"], "", 0, "");
    let why = "Not paired: 1 Özdemir, Ada (half-point bye); 2 Meier-Schulz, Peter (withdrawn); 3 Meier, Peter (away).";
    assert!(fs::read_to_string(&page).expect("written").contains(why));
}

/// Who may not meet since they have one club is a ban in the file, in both formats; a late entry joins it, and the rounds follow it.
#[test]
fn players_of_one_club_may_not_meet_in_the_file_and_whoever_enters_joins_them() {
    let club = r#"\"Köln-O'Brien; 1\""#;
    let of = |id| ["", club, "Linde", "", "Linde", "Eiche", club][id];
    let players = (1..=6).map(|id| {
        let club = if of(id).is_empty() { String::new() } else { format!(r#","club":"{}""#, of(id)) };
        format!(r#"{{"id":{id},"name":"P{id}","rating":{}{club},"federation":"GER"}}"#, 2000 - id)
    });
    let players = players.collect::<Vec<_>>().join(",");
    let [json, trf, late] = ["t.json", "t.trf", "late.csv"].map(|file| in_folder("club", file));
    let bans = r#"[{"players":[2,4],"rounds":[1,3]},{"players":[1,2]}]"#;
    fs::write(&json, format!(r#"{{"rounds_planned":5,"players":[{players}],"forbidden":{bans}}}"#)).expect("written");
    let banned = |file: &str| {
        let numbers = |group: &ForbiddenGroup| group.players.iter().map(|player| player.0).collect::<Vec<_>>();
        let forbidden = load(file.as_ref()).tournament.forbidden;
        forbidden.iter().map(|group| (numbers(group), group.rounds)).collect::<Vec<_>>()
    };
    ended(&["edit", &json, "--results", "1-0"], "", 3, "no round is paired yet; pair round 1 first");
    // The ban of two of one club is said already. Who is alone in a club, or has none, may meet anybody.
    assert_eq!(edit(&json, &["--forbid-same", "club"]), "1 P1 and 6 P6 may not meet\n");
    assert_eq!(edit(&json, &["--forbid-same", "club"]), UNCHANGED);
    let before = [(vec![2, 4], Some((1, 3))), (vec![1, 2], None), (vec![1, 6], None)];
    assert_eq!(banned(&json), before);
    keep(&trf, &["convert", &json, "--to", "trf"]);
    assert_eq!(banned(&trf), before);
    fs::write(&late, "name,rating,club,federation\nNew,1000,Eiche,ESP\nOld,1997,Linde,ESP\n").expect("written");
    let said = edit(&json, &["--late", &late, "--forbid-same", "club"]);
    for sentence in ["3 Old may not meet the others of the same club", "6 P5 and 8 New may not meet"] {
        assert!(said.lines().any(|line| line == sentence), "{said}");
    }
    let expected = [(vec![2, 3, 5], Some((1, 3))), (vec![1, 2], None), (vec![1, 7], None), (vec![6, 8], None)];
    assert_eq!(banned(&json), expected);
    // A report has federations alone; a ban that somebody joins is written anew, and the others stay.
    let one = "1 P1 and 2 P2 and 3 P3 and 4 P4 and 5 P5 and 6 P6 may not meet\n";
    assert_eq!(edit(&trf, &["--forbid-same", "federation"]), one);
    ended(&["pair", &trf, "--system", "dutch-2026"], "", 1, "player 1 has no legal opponent");
    ended(&["edit", &trf, "--forbid-same", "club"], "", 3, "no player has a club");
    fs::write(&late, "name,rating,federation\nOld,1000,GER\n").expect("written");
    edit(&trf, &["--late", &late, "--forbid-same", "federation"]);
    assert_eq!(banned(&trf).last(), Some(&((1..=7).collect(), None)));
    assert_eq!(banned(&trf)[..3], before);
}

/// What was wrong of a player is right, and all else stays; what no report can hold is noted wherever it comes from.
#[test]
fn a_player_is_corrected_and_keeps_the_number() {
    let [json, trf, late] = ["t.json", "t.trf", "late.csv"].map(|file| in_folder("correct", file));
    fs::write(&json, of_rounds(2, "")).expect("written");
    let report = "032 GER\n".to_owned() + &keep(&trf, &["convert", &json, "--to", "trf"]);
    fs::write(&trf, &report).expect("written");
    let all =
        ["2:rating=1950", "P3:name=Meier, Mia = 3", "2:title=WFM", "2:FIDE number=12", "2:birth=31.5.1990", "2:sex=f"];
    let changes = all.iter().flat_map(|change| ["--correct", *change]).collect::<Vec<_>>();
    for file in [&json, &trf] {
        let said = edit(file, &changes);
        assert!(said.starts_with("2 P2: rating 1950\n3 Meier, Mia = 3: name Meier, Mia = 3\n"), "{said}");
        assert_eq!(edit(file, &["--correct", "2:rating=1950"]), UNCHANGED);
        for (change, why) in [
            ("2:rating=many", "'many' is not a rating; write a whole number"),
            ("2:colour=red", "no column 'colour' to correct"),
            ("2:name=", "write the name"),
            ("9:name=A", "no player 9"),
            ("0:name=A", "the bye is no player"),
            ("2", "write a player, what is wrong, and what is right"),
        ] {
            ended(&["edit", file, "--correct", change], "", 3, why);
        }
    }
    let row = "001    2 wWFM P2                                1950              12 1990/05/31";
    let expected = report.lines().map(|line| match line.get(..8) {
        Some("001    2") => row.to_owned() + &line[row.len()..],
        Some("001    3") => line.replacen(&format!("{:<15}", "P3"), &format!("{:<15}", "Meier, Mia = 3"), 1),
        _ => line.to_owned(),
    });
    assert_eq!(fs::read_to_string(&trf).expect("a report").lines().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let players = load(json.as_ref()).tournament.players;
    assert_eq!(players.iter().map(|player| player.id.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!((players[1].rating, players[1].attributes["birth"].to_string()), (Some(1950), "31.5.1990".to_owned()));
    edit(&json, &["--correct", "2:rating=", "--correct", "2:sex=", "--correct", "2:club=Linde"]);
    let Player { rating, club, attributes, .. } = load(json.as_ref()).tournament.players.remove(1);
    assert_eq!((rating, attributes.contains_key("sex"), club.as_deref()), (None, false, Some("Linde")));
    // A report has no clubs, and its encoding may not have every letter.
    ended(&["edit", &trf, "--correct", "2:club=Linde"], "", 3, "a report has no club");
    let latin: Vec<u8> = report.replace("P1", "M\u{fc}").chars().map(|c| c as u8).collect();
    fs::write(&trf, &latin).expect("written");
    ended(&["edit", &trf, "--correct", "2:name=Łuczak"], "", 3, "has a character that is not in");
    assert_eq!(fs::read(&trf).expect("a report"), latin);
    // One sentence for a list, a late entry and a correction.
    let said = "no report (TRF) can hold the federation 'Bayern'";
    ended(&["edit", &json, "--correct", "1:federation=Bayern"], "", 0, said);
    let wrong = "name,federation,birth,sex,title,FIDE ID\nZoe,Bayern,yes,?,Meister,123456789012\n";
    fs::write(&late, wrong).expect("written");
    for command in [&["edit", &json, "--late", &late][..], &["seed", &late, "--by", "rating"]] {
        let noted = stderr(&ended(command, "", 0, said));
        assert!(noted.contains("late.csv:2:5") && noted.contains("there are 5 of these"), "{noted}");
    }
}

/// A result of an earlier round leaves the rounds that were paired after it.
#[test]
fn an_earlier_result_says_which_rounds_were_paired_before_it() {
    for (round, said) in [("1", "from round 2 on was"), ("2", "from round 3 on was"), ("3", "")] {
        let results = ["--round", round, "--results", "1=+/-", "--format", "tournament"];
        let noted = stderr(&ended(&[&["edit", TEACHING], &results[..]].concat(), "", 0, said));
        assert_eq!(noted.is_empty(), said.is_empty(), "{noted}");
    }
}

#[test]
fn a_late_entry_has_the_number_of_the_strength_while_numbers_may_change() {
    let [open, first, late] = ["open.json", "r1.json", "late.csv"].map(|file| in_folder("late", file));
    seed(&open, "6");
    pair(&first, &open, "tournament");
    fs::write(&late, "name,rating\n\"Zander, Zoe\",2000\n").expect("written");
    let before = load(first.as_ref()).tournament;
    for _ in 0..2 {
        edit(&first, &["--late", &late]);
    }
    let after = load(first.as_ref()).tournament;
    assert_eq!((after.players.len(), names(&after)[&6]), (23, "Zander, Zoe"));
    let games = |of: &Tournament| {
        let name = |id: PlayerId| names(of)[&id.0].to_owned();
        of.rounds[0].games.iter().map(|game| [name(game.white), name(game.black)]).collect::<Vec<_>>()
    };
    assert_eq!(games(&after), games(&before));
    // Until round 4 is paired, and not after it.
    for (rounds, number) in [(3, 1), (4, 7)] {
        let said = run(&["edit", "-", "--late", &late, "--format", "tournament"], &of_rounds(rounds, ""));
        assert_eq!(names(&list(&stdout(&said)))[&number], "Zander, Zoe");
    }
}

/// Six players after so many rounds, as JSON with more fields.
fn of_rounds(rounds: usize, more: &str) -> String {
    let games =
        [[[1, 2], [3, 4], [5, 6]], [[1, 3], [2, 5], [4, 6]], [[1, 4], [2, 6], [3, 5]], [[1, 5], [2, 4], [3, 6]]];
    let games = games[..rounds].iter().map(|round| {
        let games = round.map(|[white, black]| format!(r#"{{"white":{white},"black":{black},"result":"1-0"}}"#));
        format!(r#"{{"games":[{}]}}"#, games.join(","))
    });
    let players = (1..=6).map(|id| format!(r#"{{"id":{id},"name":"P{id}","rating":{}}}"#, 1900 - id));
    let [rounds, players] = [games.collect::<Vec<_>>(), players.collect()].map(|parts| parts.join(","));
    format!(r#"{{"rounds_planned":9,"players":[{players}],"rounds":[{rounds}]{more}}}"#)
}

/// The report after late entries is the one of the JSON after the same entries, whatever records have numbers.
#[test]
fn a_late_entry_into_a_report_is_the_one_into_json() {
    let [json, trf, after, late] = ["t.json", "t.trf", "after.json", "late.csv"].map(|file| in_folder("report", file));
    let row = "\"Łuczak, Zoe Maria Magdalena of Somewhere Else\",1895,WFM,POL,1122334,w,31.5.1990,Gast";
    fs::write(&late, format!("name,rating,title,fed,FIDE ID,sex,birth,club\n{row}\nLast,,,,,,,\n")).expect("written");
    let more = r#","forbidden":[{"players":[1,6]},{"players":[2,5,6]}],"accelerations":[{"player":5,"round":8,"points":0.5}],
        "absences":[{"player":6,"round":8,"kind":"half"},{"player":5,"round":9,"kind":"zero"}]"#;
    let played =
        r#","wishes":[{"round":1,"rather_not":["5-6=2"]}],"adjustments":[{"player":6,"round":1,"points":0.5}]"#;
    let ranked = |file: &str| stdout(&ended(&["standings", file, "--tie-breaks", "BH", "--format", "trf"], "", 0, ""));
    for rounds in 0..=4 {
        let more = format!("{more}{}", if rounds > 0 { played } else { "" });
        fs::write(&json, of_rounds(rounds, &more)).expect("written");
        // What counts the players, lists them as a team, and says nothing of them; and blanks at the end of a row.
        let report = ranked(&json) + "062 6\n072    6\n### by hand 6\n092 Individual: Swiss\n";
        fs::write(&trf, report + &format!("013 {:32}   5    6\n", "A team") + "032 GER").expect("written");
        let said = ended(&["edit", &trf, "--late", &late], "", 0, "");
        assert!(stderr(&said).contains("no columns for clubs") && stderr(&said).contains("too few for player"));
        edit(&json, &["--late", &late, "--out", &after, "--force"]);
        let (text, expected) = (fs::read_to_string(&trf).expect("a report"), ranked(&after));
        assert_eq!(list(&text), list(&expected), "after {rounds} rounds\n{text}\n{expected}");
        let (number, team) = if rounds < 4 { (5, "   6    7") } else { (7, "   5    6") };
        for line in ["062 8", "072    7", "### by hand 6", "032 GER", &format!("013 {:32}{team}", "A team")] {
            assert!(text.lines().any(|there| there == line), "{line}\n{text}");
        }
        let name = "Łuczak, Zoe Maria Magdalena of So";
        let row = format!("001{number:>5} wWFM {name} 1895 POL     1122334 1990/05/31  0.0");
        assert!(text.lines().any(|line| line.starts_with(&row)), "{row}\n{text}");
        let again = stdout(&ended(&["edit", &trf, "--late", &late], "", 0, "does not enter again"));
        assert_eq!(again, UNCHANGED);
    }
}

#[test]
fn a_late_entry_that_a_report_cannot_hold_is_refused() {
    let [file, late] = ["t.trf", "late.csv"].map(|file| in_folder("refused-late", file));
    fs::write(&late, "name,rating,federation\n\"Łuczak, Zoe\",1895,POL\n").expect("written");
    let standings = run(&["standings", "-", "--system", "tcec", "--format", "trf"], &of_rounds(1, ""));
    let report = stdout(&standings);
    let accelerated = format!("{report}250      {:>4} {:>3} {:>3} {:>4} {:>4}\n", "1.0", 1, 2, 1, 6);
    let latin = [report.replace("P1", "M\u{fc}").chars().map(|c| c as u8).collect::<Vec<u8>>(), Vec::new()].concat();
    for (bytes, why) in [
        ((report.clone() + "GER    6 1800\n").into_bytes(), "may have the number of a player"),
        (latin, "has a character that is not in"),
        (accelerated.into_bytes(), "would give points to other players"),
        (fs::read("tests/data/teams/fide-team-sample.trf").expect("a file"), "a late entry of a team"),
    ] {
        fs::write(&file, &bytes).expect("written");
        ended(&["edit", &file, "--late", &late], "", 3, why);
        assert_eq!(fs::read(&file).expect("a file"), bytes, "{why}");
    }
    fs::write(&late, "name,federation\nZoe,Poland\n").expect("written");
    fs::write(&file, &report).expect("written");
    ended(&["edit", &file, "--late", &late], "", 3, "federation 'Poland' is longer than the 3 columns");
}

/// A round in which somebody alone has the bye is paired, and the next one comes after it.
#[test]
fn a_round_with_nothing_but_the_bye_is_paired() {
    let list = in_folder("alone", "list.csv");
    fs::write(&list, "name,rating\nA,1900\nB,1800\n").expect("written");
    for format in ["tournament", "trf"] {
        let [open, first] = ["open", "r1"].map(|file| in_folder("alone", &format!("{file}.{format}")));
        keep(&open, &["seed", &list, "--by", "rating", "--rounds", "3"]);
        edit(&open, &["--absent", "2@1-"]);
        pair(&first, &open, format);
        assert_eq!(load(first.as_ref()).tournament.next_round(), 2, "{format}");
        ended(&["check", &first, "--system", "dutch-2026"], "", 0, "");
        // A second bye the rules forbid.
        ended(&["pair", &first, "--system", "dutch-2026"], "", 1, "bars the bye");
        let ranked = stdout(&ended(&["standings", &first, "--tie-breaks", "BH", "--format", "csv"], "", 0, ""));
        assert!(ranked.contains("\n1,1,A,1,"), "{ranked}");
    }
}

/// A report cuts a name after 33 letters, and whoever writes it is told; points that a report lacks are in the federation's file.
#[test]
fn a_long_name_is_cut_and_nothing_else_is_lost() {
    let name = "Á".repeat(32) + " of Somewhere";
    let [json, trf] = ["t.json", "t.trf"].map(|file| in_folder("names", file));
    fs::write(&json, of_rounds(2, "").replace("P4", &name)).expect("written");
    for command in [
        &["standings", &json, "--tie-breaks", "BH", "--format", "trf"][..],
        &["convert", &json, "--to", "trf"],
        &["pair", &json, "--system", "dutch-2026", "--format", "trf"],
    ] {
        let made = ended(command, "", 0, "");
        assert!(stderr(&made).contains(&format!("too few for player 4 ({name})")), "{}", stderr(&made));
        let read = list(&stdout(&made));
        assert_eq!((read.players[3].name.as_str(), read.players[3].rating), (&*"Á".repeat(32), Some(1896)));
    }
    keep(&trf, &["convert", &json, "--to", "trf"]);
    assert!(load(trf.as_ref()).tournament.players.iter().all(|player| player.declared_points.is_none()));
    keep(&trf, &["standings", &trf, "--tie-breaks", "BH", "--format", "trf"]);
    let points = load(trf.as_ref()).tournament.players.iter().map(|one| one.declared_points).collect::<Vec<_>>();
    assert_eq!(points[..2], [Some(Score::from_tenths(20)), Some(Score::from_tenths(10))]);
    // The days of the rounds stand in the columns of the rounds, in place of those before.
    for (days, said) in [("2026-11-27", "26/11/27  26/11/27"), ("2026/12/04,11 Dec 2026", "26/12/04  26/12/11")] {
        let text = keep(&trf, &["standings", &trf, "--tie-breaks", "BH", "--format", "trf", "--dates", days]);
        let dates: Vec<&str> = text.lines().filter(|line| line.starts_with("132")).collect();
        assert_eq!(dates, [format!("132{:88}{said}", "")]);
    }
    let many = "2026-11-27,2026-11-28,2026-11-29";
    for (days, why) in [(many, "2 rounds are played"), ("01/02/2026", "may be several"), ("x", "it is no date")] {
        ended(&["standings", &json, "--format", "trf", "--dates", days], "", 3, why);
    }
    ended(&["standings", &json, "--dates", "2026-11-27"], "", 3, "take --format trf");
}

/// A report in which nothing was changed is the same, byte for byte; with other results it says what the tournament says.
#[test]
fn a_report_stays_as_it_is_but_for_what_was_changed() {
    for path in reports() {
        let loaded = load(&path);
        let bytes = fs::read(&path).expect("a file");
        let same = loaded.changed(&loaded.tournament, &ReportStyle::default()).expect("written").to_bytes();
        assert_eq!(same, bytes, "{}", path.display());
    }
}

/// The ranks by the tie-breaks, the points and the FIDE numbers are written, and check accepts them.
#[test]
fn the_federation_gets_ranks_that_check_accepts() {
    let [file, page] = ["fed.trf", "fed.html"].map(|file| in_folder("fed", file));
    let cross = ["--format", "trf", "--cross-table", "--html", &page, "--force"];
    let report = keep(&file, &[&["standings", TEACHING, "--tie-breaks", "BH-C1,BH,SB,DE"], &cross[..]].concat());
    assert!(report.contains("\n212 PTS,BH/C1,BH,SB,DE\n"), "{report}");
    let checked = run(&["check", &file, "--system", "dutch-2026", "--standings"], "");
    assert!(stdout(&checked).contains("8 ranks checked by PTS, BH-C1, BH, SB, DE, 0 wrong."), "{}", stderr(&checked));
    // Other ones in place of them; and its own again, of which nothing changes.
    let other = keep(&file, &["standings", &file, "--tie-breaks", "SB", "--format", "tournament"]);
    assert!(other.contains("\n212 PTS,SB\n") && !other.contains("BH/C1"), "{other}");
    assert_eq!(keep(&file, &["standings", &file, "--tie-breaks", "file", "--format", "trf"]), other);
    let html = fs::read_to_string(&page).expect("written");
    assert!(html.contains("Standings after round") && html.contains("w1</td>"), "{html}");
    ended(&["standings", TEACHING, "--format", "tournament"], "", 3, "has no ranks");
    let list = in_folder("fed", "list.csv");
    let rows = "A,2000,FM,12345678,F,31.5.1990\nB,1900,,,m,1991\n";
    fs::write(&list, format!("name,rating,title,FIDE ID,sex,birth\n{rows}")).expect("written");
    let open = in_folder("fed", "open.json");
    keep(&open, &["seed", &list, "--by", "rating"]);
    let report = stdout(&run(&["pair", &open, "--system", "dutch-2026", "--format", "trf"], ""));
    let row = report.lines().find(|line| line.starts_with("001    1")).expect("a row");
    assert_eq!((&row[9..13], &row[57..79]), ("w FM", "   12345678 1990/05/31"));
}

/// A round that was paired by wishes says so in both formats, and check goes by it.
#[test]
fn a_round_paired_by_wishes_says_so() {
    let open = in_folder("wishes", "open.json");
    seed(&open, "5");
    for (format, said) in [("tournament", "\"rather_not\""), ("trf", "\n### wishes 001 1-12=2 ")] {
        let first = in_folder("wishes", format);
        let wishes = ["--rather-not", "1-12=2", "--rather-not-same", "club", "--format", format];
        let text = keep(&first, &[&["pair", &open, "--system", "dutch-2026"], &wishes[..]].concat());
        assert!(text.contains(said), "{text}");
        let wishes = &list(&text).wishes[&1];
        let holds = wishes[0] == "1-12=2" && wishes.len() == 5 && wishes[1..].iter().all(|group| group.contains('-'));
        assert!(holds, "{wishes:?}");
        ended(&["check", &first, "--system", "dutch-2026"], "", 0, "");
    }
}
