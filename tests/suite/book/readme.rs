//! The pages are correct: a command prints the output shown below it, and links lead to existing
//! pages.
//!
//! A fenced `console` block is a line `$ command` and its output. Commands of `swiss-ilp` are run, others are only
//! shown. `UPDATE_README=1` writes what the commands print into the pages.

use crate::support::prelude::*;
use crate::support::program::shell;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::Component;

/// The pages outside the book.
const PAGES: [&str; 10] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/SECURITY.md",
    "benches/README.md",
    "crates/matching/README.md",
    "crates/trf/README.md",
    "instances/README.md",
    "models/README.md",
    "tests/data/oracle/README.md",
];
/// The pages of the book.
const BOOK: &str = "docs/src";
/// The page that `make docs` makes of the ids.
const IDS: &str = "docs/src/ids.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What `make docs` makes.
fn is_made(file: &Path) -> bool {
    let pages = [IDS, "docs/src/pages/british-8.html", "docs/src/pages/teaching-8.html"];
    pages.iter().any(|page| file == Path::new(page)) || file.starts_with("docs/schema")
}

fn exists(file: &Path) -> bool {
    is_made(file) || root().join(file).exists()
}

fn read(page: &Path) -> String {
    if page == Path::new(IDS) {
        return swiss_ilp::questions::report::ids_page();
    }
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// Every page, by its path from the root.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = PAGES.iter().chain([&IDS]).map(PathBuf::from).collect();
    let mut folders = vec![PathBuf::from(BOOK)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("the book") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") && !is_made(&path) {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter()
}

/// The range of the text between the fences of each console block.
fn console_blocks(text: &str) -> Vec<Range<usize>> {
    let is_console = |event: &Event<'_>| match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => &**language == "console",
        _ => false,
    };
    let blocks = events(text).filter(|(event, _)| is_console(event)).map(|(_, block)| {
        let source = text[block.clone()].trim_end();
        let inner = source.strip_prefix("```console\n").and_then(|source| source.strip_suffix("```"));
        let length = inner.unwrap_or_else(|| panic!("not a block of its own: {source}")).len();
        let start = block.start + "```console\n".len();
        start..start + length
    });
    blocks.collect()
}

/// The commands of a block, each with its output.
fn commands(block: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.split_inclusive('\n') {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.trim_end(), String::new())),
            (None, Some((_, output))) => output.push_str(line),
            (None, None) => panic!("a console block begins with $ and a command: {block}"),
        }
    }
    commands
}

fn is_ours(command: &str) -> bool {
    command.split(['|', ';', '&', '(']).any(|part| part.trim_start().starts_with("swiss-ilp "))
}

/// Standard output and standard error of `command`, run by a shell that finds the program. The version is that of the release, whatever
/// commit the program was built of.
fn run(command: &str) -> String {
    let printed = stdout(&shell(&format!("{{ {command}; }} 2>&1")).output().expect("a shell"));
    printed.replace(swiss_ilp::VERSION, env!("CARGO_PKG_VERSION"))
}

/// Times differ from run to run; everything else does not.
fn without_times(output: &str) -> String {
    let lines = output.split_inclusive('\n');
    lines.map(|line| if line.starts_with("Time: ") { "Time: ...\n" } else { line }).collect()
}

#[test]
fn commands_print_what_is_shown() {
    // Some commands write files into `target`, which may not exist if cargo builds elsewhere.
    fs::create_dir_all(root().join("target")).expect("the checkout is writable");
    let mut different = Vec::new();
    let mut count = 0;
    for page in pages() {
        let mut text = read(&page);
        let mut blocks = Vec::new();
        for block in console_blocks(&text) {
            let mut printed = String::new();
            for (command, shown) in commands(&text[block.clone()]) {
                let mut output = shown;
                if is_ours(command) {
                    count += 1;
                    let now = run(command);
                    if without_times(&now) != without_times(&output) {
                        different.push(format!("{}: $ {command}\n{now}", page.display()));
                        output = now;
                    }
                }
                printed.push_str(&format!("$ {command}\n{output}"));
            }
            blocks.push((block, printed));
        }
        // From the end, so that a replacement does not move the ranges still to be replaced.
        for (block, printed) in blocks.into_iter().rev() {
            text.replace_range(block, &printed);
        }
        if std::env::var_os("UPDATE_README").is_some() {
            fs::write(root().join(&page), text).expect("a page is writable");
        }
    }
    assert!(count >= 40, "only {count} commands were found");
    if std::env::var_os("UPDATE_README").is_none() {
        let holds = different.is_empty();
        assert!(holds, "run with UPDATE_README=1 to see what is different in git:\n{}", different.join("\n"));
    }
}

/// The anchors of a page: its headings as GitHub and mdBook write them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for (event, _) in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => heading.iter_mut().for_each(|heading| heading.push_str(&part)),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let count = counts.entry(anchor.clone()).or_default();
                anchors.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
                *count += 1;
            }
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

/// The path that `link` means on `page`, from the root.
fn target(page: &Path, link: &str) -> PathBuf {
    if link.is_empty() {
        return page.to_owned();
    }
    let mut path = PathBuf::new();
    for component in page.parent().unwrap_or(Path::new("")).join(link).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            component => path.push(component),
        }
    }
    path
}

/// The links of a page that stay in the repository: file and anchor.
fn links(page: &Path, text: &str) -> Vec<(PathBuf, Option<String>)> {
    let links = events(text).filter_map(|(event, _)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    let here = links.filter(|link| !link.contains("://"));
    here.map(|link| match link.split_once('#') {
        Some((file, anchor)) => (target(page, file), Some(anchor.to_owned())),
        None => (target(page, &link), None),
    })
    .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    let mut count = 0;
    for page in pages() {
        for (file, anchor) in links(&page, &read(&page)) {
            count += 1;
            let is_there = exists(&file);
            // The book is also published alone, so its links stay within the book.
            let leaves_the_book = page.starts_with(BOOK) && !file.starts_with(BOOK);
            // The lessons of the page for browsers are opened by the tests of pages.
            let is_page = file.extension().is_some_and(|extension| extension == "html");
            let is_found =
                anchor.as_ref().is_none_or(|anchor| is_there && (is_page || anchors(&read(&file)).contains(anchor)));
            if !is_there || leaves_the_book || !is_found {
                let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
                broken.push(format!("{}: {}{anchor}", page.display(), file.display()));
            }
        }
    }
    assert!(count >= 100, "only {count} links were found");
    let holds = broken.is_empty();
    assert!(holds, "links that lead nowhere, or from the book to a file outside it:\n{}", broken.join("\n"));
}
