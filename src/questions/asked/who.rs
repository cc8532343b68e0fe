use crate::files::nearest::nearest;
use crate::files::printable::printable;
use crate::questions::Refusal;
use crate::tournament::{PlayerId, Seat, Tournament, without_accents};
use itertools::Itertools;

/// The word for the bye in place of a player.
const BYE: &str = "bye";

/// How many players a message names at most.
const MOST_NAMED: usize = 8;

/// The player of `tournament` whom `text` means, or the bye: a pairing number, a name, a part of a name that only one player has,
/// or `bye` or `0`. Capitals and accents do not count. A whole name goes before a part of another one.
///
/// # Errors
/// [`Refusal`] if nobody is meant, or several players may be.
///
/// ```
/// use swiss_ilp::questions::asked::who;
/// use swiss_ilp::tournament::{Player, PlayerId, Seat, Tournament};
///
/// let player = |id, name: &str| Player { name: name.to_owned(), ..Player::new(PlayerId(id)) };
/// let tournament = Tournament { players: vec![player(1, "Ada"), player(2, "Adam")], ..Tournament::default() };
/// let ada = Seat::Player(PlayerId(1));
/// assert_eq!([who(&tournament, "1").unwrap(), who(&tournament, "ada").unwrap()], [ada, ada]);
/// assert_eq!([who(&tournament, "bye").unwrap(), who(&tournament, "0").unwrap()], [Seat::Bye; 2]);
/// assert!(who(&tournament, "ad").unwrap_err().to_string().contains("1 Ada, 2 Adam"));
/// ```
pub fn who(tournament: &Tournament, text: &str) -> Result<Seat, Refusal> {
    let refuse = |message: String| Err(Refusal::new(message, ""));
    let wanted = text.trim().to_lowercase();
    // Lists of boards write 0 for the bye, and no player has this number.
    if wanted == BYE || (!wanted.is_empty() && wanted.bytes().all(|byte| byte == b'0')) {
        return Ok(Seat::Bye);
    }
    if !wanted.is_empty() && wanted.bytes().all(|byte| byte.is_ascii_digit()) {
        let known = wanted.parse().ok().map(PlayerId).filter(|id| tournament.ids().contains(id));
        return known.map(Seat::Player).map_or_else(
            || refuse(format!("there is no player {wanted} in the tournament; name one by pairing number or by name")),
            Ok,
        );
    }
    let players = tournament.in_order();
    let plain = without_accents(&wanted);
    let fits: [&dyn Fn(&str) -> bool; 4] = [
        &|name| name.to_lowercase() == wanted,
        &|name| without_accents(name) == plain,
        &|name| name.to_lowercase().contains(&wanted),
        &|name| without_accents(name).contains(&plain),
    ];
    let named = |fits: &&dyn Fn(&str) -> bool| players.iter().filter(|player| fits(&player.name)).collect_vec();
    let found =
        fits.iter().filter(|_| !wanted.is_empty()).map(named).find(|found| !found.is_empty()).unwrap_or_default();
    match found[..] {
        [player] => Ok(Seat::Player(player.id)),
        [] => {
            let words = players.iter().flat_map(|player| {
                let name = without_accents(&player.name);
                let words = name.split(' ').map(|word| word.trim_end_matches(',').to_owned()).collect_vec();
                words.into_iter().chain([name]).map(move |word| (*player, word))
            });
            let words = words.filter(|(_, word)| !word.is_empty());
            let meant = nearest(&plain, words).map_or_else(
                || "name a player by pairing number, by name or by a part of the name".to_owned(),
                |meant| format!("did you mean {} {}?", meant.id, meant.name),
            );
            refuse(format!("no player is called '{}'; {meant}", printable(text)))
        }
        _ => {
            let names = found.iter().take(MOST_NAMED).map(|player| format!("{} {}", player.id, player.name)).join(", ");
            let more = found.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let text = printable(text);
            refuse(format!("'{text}' may be any of {names}{more}; name the player by pairing number"))
        }
    }
}
