//! The dual values of a proof, as `solve --duals` writes them.

use super::relax::short;
use crate::report::boards::write_heading;
use crate::report::duals::write_units;
use crate::report::table::write_table;
use crate::report::{DualsReport, Written, write_csv};
use crate::tournament::Seat;
use itertools::Itertools;
use std::io;

fn write(duals: &DualsReport, out: &mut dyn io::Write) -> io::Result<()> {
    write_heading(&duals.tournament, duals.round, duals.rounds_planned, out)?;
    let rows = duals.seats.iter().map(|row| [short(row.seat), row.name.clone(), row.dual.clone()]);
    write_table(&[">No.", "Player", ">Dual value"], rows, out)?;
    writeln!(out)?;
    if !duals.odd_sets.is_empty() {
        let list = |seats: &[Seat]| seats.iter().map(|seat| short(*seat)).join(", ");
        let rows = duals.odd_sets.iter().map(|row| [list(&row.seats), row.room.to_string(), row.dual.clone()]);
        write_table(&["Odd set", ">Room", ">Dual value"], rows, out)?;
        writeln!(out)?;
    }
    let sets = if duals.odd_sets.is_empty() { "" } else { ", and each odd set's times its room" };
    writeln!(out, "Bound: {}, the sum of the players' dual values{sets}.", duals.bound)?;
    writeln!(out, "The best pairing weighs as much. No pair weighs more than its dual values give it.")?;
    write_units(&duals.tiers, out)
}

impl Written for DualsReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write(self, out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // What `verify --duals` reads.
        let seats = self.seats.iter().map(|row| [short(row.seat), row.dual.clone(), row.name.clone()]);
        let list = |seats: &[Seat]| seats.iter().map(|seat| short(*seat)).join(" ");
        let sets = self.odd_sets.iter().map(|row| [list(&row.seats), row.dual.clone(), String::new()]);
        write_csv(["seat", "dual", "name"], seats.chain(sets), out)
    }
}
