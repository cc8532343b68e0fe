//! The page of a tree: the cases from the top down, each as a box in the picture and as a line of the table.

use super::record::{CaseReport, Closed, TreeReport, TreeStageReport};
use crate::lab::wrapped;
use crate::page::{Frame, rendered};
use crate::printable::printable;
use crate::report::name_or_none;

/// The size of a box, and how far boxes are apart.
const WIDTH: usize = 210;
const LINE: usize = 16;
const APART: usize = 18;
const BELOW: usize = 34;
/// So many characters fit into a line of a box.
const LETTERS: usize = 32;
/// So many lines of a text.
const MOST_LINES: usize = 4;
/// A picture has no more cases.
const MOST_DRAWN: usize = 100;

#[derive(askama::Template)]
#[template(path = "tree.html", config = "src/page/askama.toml")]
struct TreeTemplate<'a> {
    frame: Frame,
    report: &'a TreeReport,
    stages: Vec<StageView<'a>>,
    without: Option<&'static str>,
}

struct StageView<'a> {
    title: String,
    name: String,
    picture: Option<TreePicture>,
    rows: Vec<RowView<'a>>,
}

struct RowView<'a> {
    case: &'a CaseReport,
    demand: String,
    end: String,
}

/// The cases as boxes, and the lines between them.
struct TreePicture {
    width: usize,
    height: usize,
    box_width: usize,
    boxes: Vec<BoxView>,
    lines: Vec<[usize; 4]>,
}

struct BoxView {
    x: usize,
    y: usize,
    height: usize,
    class: &'static str,
    /// Each with its distance from the top of the box.
    lines: Vec<(usize, String)>,
}

/// The page of a tree.
pub(in crate::lab) fn page(report: &TreeReport) -> String {
    let head = &report.head;
    let rounds = head.rounds_planned.map_or_else(String::new, |planned| format!(" of {planned}"));
    let round = format!("Round {}{rounds}", head.round);
    let frame = Frame::new(name_or_none(&head.tournament), round, "A proof by cases", report);
    let stages = report.stages.iter().map(|stage| StageView {
        title: printable(&TreeReport::title(stage)),
        name: printable(&stage.name),
        picture: (stage.cases.len() <= MOST_DRAWN).then(|| TreePicture::new(report, stage)),
        rows: stage.cases.iter().map(|case| RowView::new(report, stage, case)).collect(),
    });
    rendered(&TreeTemplate { frame, report, stages: stages.collect(), without: report.without() })
}

impl<'a> RowView<'a> {
    fn new(report: &TreeReport, stage: &TreeStageReport, case: &'a CaseReport) -> Self {
        let demand = printable(&report.demand(case.branching.as_ref()));
        Self { case, demand, end: printable(&TreeReport::end(stage, case.closed)) }
    }
}

impl TreePicture {
    fn new(report: &TreeReport, stage: &TreeStageReport) -> Self {
        let cases = &stage.cases;
        let texts: Vec<Vec<String>> = cases.iter().map(|case| lines(report, stage, case)).collect();
        let depths: Vec<usize> = cases.iter().map(|case| case.depth(cases)).collect();
        // A row is as high as its highest box.
        let high = |depth: usize| {
            let of_row = texts.iter().zip(&depths).filter(|(_, of)| **of == depth).map(|(text, _)| text.len());
            of_row.max().unwrap_or(0) * LINE + LINE / 2
        };
        let last = depths.iter().max().copied().unwrap_or(0);
        let tops: Vec<usize> =
            (0..=last).scan(0, |top, depth| Some(std::mem::replace(top, *top + high(depth) + BELOW))).collect();
        // Leaves stand side by side, and a case above the middle of those within it. These come after it.
        let mut middles = vec![0; cases.len()];
        let mut leaves = cases.iter().filter(|case| case.closed.is_some()).count();
        let width = leaves * (WIDTH + APART);
        for place in (0..cases.len()).rev() {
            let within = |case: &&CaseReport| case.within == Some(cases[place].case);
            let parts: Vec<usize> = cases.iter().filter(within).map(|case| middles[case.case - 1]).collect();
            middles[place] = match (parts.first(), parts.last()) {
                (Some(first), Some(last)) => (first + last) / 2,
                _ => {
                    leaves = leaves.saturating_sub(1);
                    leaves * (WIDTH + APART) + (WIDTH + APART) / 2
                }
            };
        }
        let height = tops[last] + high(last) + 2;
        let boxes: Vec<BoxView> = cases
            .iter()
            .zip(texts)
            .map(|(case, text)| BoxView {
                x: middles[case.case - 1] - WIDTH / 2,
                y: tops[depths[case.case - 1]],
                height: text.len() * LINE + LINE / 2,
                class: match case.closed {
                    None => "open",
                    Some(Closed::HasOptimum) => "optimum",
                    Some(Closed::NoBetter) => "closed",
                },
                lines: (1..).map(|line| line * LINE).zip(text).collect(),
            })
            .collect();
        let to_parts = cases.iter().filter_map(|case| {
            let above = case.within? - 1;
            let bottom = boxes[above].y + boxes[above].height;
            Some([middles[above], bottom, middles[case.case - 1], boxes[case.case - 1].y])
        });
        let lines = to_parts.collect();
        Self { width, height, box_width: WIDTH, lines, boxes }
    }
}

/// What a box says.
fn lines(report: &TreeReport, stage: &TreeStageReport, case: &CaseReport) -> Vec<String> {
    let kind = if stage.tier.is_some() { "at most" } else { "at least" };
    let mut lines = fitted(&format!("{}. {}", case.case, report.demand(case.branching.as_ref())));
    lines.extend(fitted(&format!("{kind} {}", case.bound)));
    if case.closed.is_some() {
        lines.extend(fitted(&TreeReport::end(stage, case.closed)));
    }
    lines
}

/// The text in lines that fit; a long list ends in dots.
fn fitted(text: &str) -> Vec<String> {
    let mut lines = wrapped(&printable(text), LETTERS);
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1].push_str(" …");
    }
    lines
}
