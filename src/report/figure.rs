//! Figures as PDF, for print: what plotters draws as SVG, with the outlines of its letters, so that no reader needs a font.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use ttf_parser::{Face, OutlineBuilder};

/// A pixel of a figure in points, as browsers have it.
const POINT: f32 = 0.75;

/// What a figure in SVG is as a file of this name: PDF if it ends in `.pdf`, and else as it is.
///
/// # Errors
/// As [`pdf`].
pub(crate) fn of_name(svg: &str, path: &Path) -> Result<Vec<u8>, String> {
    let is_pdf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"));
    if is_pdf { pdf(svg) } else { Ok(svg.as_bytes().to_vec()) }
}

/// A figure that plotters has drawn as SVG, as a page of PDF of its size.
///
/// # Errors
/// A sentence, if it has a letter that cannot be drawn alone, as those of Arabic.
pub(crate) fn pdf(svg: &str) -> Result<Vec<u8>, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let [width, height] = [number(root, "width")? * POINT, number(root, "height")? * POINT];
    let face = font()?;
    let mut canvas = Canvas { content: Content::new(), face, opacities: BTreeSet::new() };
    // A page begins at its lower left corner.
    canvas.content.transform([POINT, 0.0, 0.0, -POINT, 0.0, height]);
    root.children().filter(Node::is_element).try_for_each(|node| canvas.draw(node))?;

    let [catalog, pages, page, stream] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let states: Vec<(u32, Ref)> = canvas.opacities.into_iter().zip((5..).map(Ref::new)).collect();
    let mut written = pdf.page(page);
    written.parent(pages).contents(stream).media_box(Rect::new(0.0, 0.0, width, height));
    let mut resources = written.resources();
    let mut named = resources.ext_g_states();
    for (percent, state) in &states {
        named.pair(Name(of_opacity(*percent).as_bytes()), state);
    }
    named.finish();
    resources.finish();
    written.finish();
    for (percent, state) in states {
        let opacity = percent as f32 / 100.0;
        pdf.ext_graphics(state).stroking_alpha(opacity).non_stroking_alpha(opacity);
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let content = canvas.content.finish();
    let packed = packed.write_all(&content).and_then(|()| packed.finish()).map_err(|error| error.to_string())?;
    pdf.stream(stream, &packed).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

fn font() -> Result<Face<'static>, String> {
    Face::parse(dejavu::sans::regular(), 0).map_err(|error| error.to_string())
}

/// How tall a small letter is. The font's own table does not say it.
fn x_height(face: &Face<'_>) -> i16 {
    let measured = || face.glyph_bounding_box(face.glyph_index('x')?).map(|x| x.y_max);
    face.x_height().or_else(measured).unwrap_or_default()
}

/// What plotters calls the size of a font, in sizes of SVG.
#[cfg(feature = "lab")]
const SIZE: f32 = 1.24;

/// How many pixels wide a line is in a figure, with the letters of a PDF: no other font for figures has wider ones.
#[cfg(feature = "lab")]
pub(crate) fn width_of(line: &str, size: u32) -> i32 {
    let Ok(face) = font() else { return 0 };
    let advance = |letter| face.glyph_hor_advance(face.glyph_index(letter).unwrap_or_default()).unwrap_or_default();
    let units: f32 = line.chars().map(|letter| f32::from(advance(letter))).sum();
    (units / f32::from(face.units_per_em()) * size as f32 / SIZE).ceil() as i32
}

/// The largest size, up to `most`, in which a line is no wider than so many pixels.
#[cfg(feature = "lab")]
pub(crate) fn fitting(line: &str, most: u32, width: i32) -> u32 {
    (1..=most).rev().find(|size| width_of(line, *size) <= width).unwrap_or(1)
}

fn of_opacity(percent: u32) -> String {
    format!("o{percent}")
}

/// The attribute `name`, which every element of its kind has.
fn attribute<'n>(node: Node<'n, '_>, name: &str) -> Result<&'n str, String> {
    node.attribute(name).ok_or_else(|| format!("a figure has <{}> without {name}", node.tag_name().name()))
}

fn number(node: Node<'_, '_>, name: &str) -> Result<f32, String> {
    attribute(node, name)?.parse().map_err(|_| format!("a figure has a <{}> of no {name}", node.tag_name().name()))
}

/// `#RRGGBB` as parts of one; nothing for `none`.
fn colour(node: Node<'_, '_>, name: &str) -> Option<[f32; 3]> {
    let parts = u32::from_str_radix(node.attribute(name)?.strip_prefix('#')?, 16).ok()?.to_be_bytes();
    Some([parts[1], parts[2], parts[3]].map(|part| f32::from(part) / 255.0))
}

struct Canvas {
    content: Content,
    face: Face<'static>,
    /// The opacities that occur, in percent.
    opacities: BTreeSet<u32>,
}

impl Canvas {
    fn draw(&mut self, node: Node<'_, '_>) -> Result<(), String> {
        let opacity = number(node, "opacity")?;
        let percent = (opacity.clamp(0.0, 1.0) * 100.0).round() as u32;
        self.opacities.insert(percent);
        self.content.set_parameters(Name(of_opacity(percent).as_bytes()));
        match node.tag_name().name() {
            "text" => return self.text(node),
            "rect" => {
                let [x, y] = [number(node, "x")?, number(node, "y")?];
                self.content.rect(x, y, number(node, "width")?, number(node, "height")?);
            }
            "line" => {
                self.content.move_to(number(node, "x1")?, number(node, "y1")?);
                self.content.line_to(number(node, "x2")?, number(node, "y2")?);
            }
            "polyline" => self.points(node)?,
            "polygon" => {
                self.points(node)?;
                self.content.close_path();
            }
            "circle" => self.circle([number(node, "cx")?, number(node, "cy")?], number(node, "r")?),
            other => return Err(format!("a figure has <{other}>")),
        }
        let [fill, stroke] = ["fill", "stroke"].map(|name| colour(node, name));
        if let Some([red, green, blue]) = fill {
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some([red, green, blue]) = stroke {
            self.content.set_stroke_rgb(red, green, blue);
            // As SVG has it where nothing is said.
            self.content.set_line_width(number(node, "stroke-width").unwrap_or(1.0));
        }
        match (fill, stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
        Ok(())
    }

    fn points(&mut self, node: Node<'_, '_>) -> Result<(), String> {
        for (at, point) in attribute(node, "points")?.split_whitespace().enumerate() {
            let parts = point.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
            let (x, y) = parts.ok_or_else(|| format!("a figure has the point '{point}'"))?;
            if at == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
        Ok(())
    }

    /// Four curves, each as near to a quarter of a circle as one can be.
    fn circle(&mut self, [x, y]: [f32; 2], r: f32) {
        let k = r * 0.552_284_8;
        self.content.move_to(x + r, y);
        for [[x1, y1], [x2, y2], [x3, y3]] in [
            [[r, k], [k, r], [0.0, r]],
            [[-k, r], [-r, k], [-r, 0.0]],
            [[-r, -k], [-k, -r], [0.0, -r]],
            [[k, -r], [r, -k], [r, 0.0]],
        ] {
            self.content.cubic_to(x + x1, y + y1, x + x2, y + y2, x + x3, y + y3);
        }
        self.content.close_path();
    }

    /// A line of text, from, to or around its point, and maybe turned about it.
    fn text(&mut self, node: Node<'_, '_>) -> Result<(), String> {
        let line = node.text().unwrap_or_default().trim();
        let glyphs: Vec<_> = line.chars().map(|letter| self.glyph(letter)).collect::<Result<_, _>>()?;
        let size = number(node, "font-size")?;
        let scale = size / f32::from(self.face.units_per_em());
        let width: f32 = glyphs.iter().map(|(_, advance)| *advance).sum();
        let begin = match attribute(node, "text-anchor")? {
            "middle" => -width / 2.0,
            "end" => -width,
            _ => 0.0,
        };
        let x_height = f32::from(x_height(&self.face));
        let down = match attribute(node, "dy")?.strip_suffix("em") {
            Some(ems) => ems.parse::<f32>().unwrap_or_default() * size / scale,
            None => attribute(node, "dy")?.trim_end_matches("ex").parse::<f32>().unwrap_or_default() * x_height,
        };
        let turned = node.attribute("transform").and_then(|text| text.strip_prefix("rotate(")?.split(',').next());
        // Letters grow upwards.
        let [a, b, c, d] = match turned {
            None => [1.0, 0.0, 0.0, -1.0],
            Some("90") => [0.0, 1.0, 1.0, 0.0],
            Some("180") => [-1.0, 0.0, 0.0, 1.0],
            Some("270") => [0.0, -1.0, -1.0, 0.0],
            Some(other) => return Err(format!("a figure has a text that is turned by {other}")),
        };
        self.content.save_state();
        self.content.transform([a * scale, b * scale, c * scale, d * scale, number(node, "x")?, number(node, "y")?]);
        let [red, green, blue] = colour(node, "fill").unwrap_or_default();
        self.content.set_fill_rgb(red, green, blue);
        let mut x = begin;
        for (glyph, advance) in glyphs {
            let mut outline = Outline { content: &mut self.content, origin: [x, -down], pen: [0.0; 2] };
            if self.face.outline_glyph(glyph, &mut outline).is_some() {
                self.content.fill_nonzero();
            }
            x += advance;
        }
        self.content.restore_state();
        Ok(())
    }

    /// The glyph of a letter that stands for itself, from left to right, and how wide it is.
    fn glyph(&self, letter: char) -> Result<(ttf_parser::GlyphId, f32), String> {
        // Latin, Greek, Cyrillic and Armenian without their combining marks, signs and arrows.
        let is_alone = matches!(letter, ' '..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{58f}' | '\u{1e00}'..='\u{1fff}'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2070}'..='\u{20cf}' | '\u{2100}'..='\u{27ff}');
        let glyph = self.face.glyph_index(letter).filter(|_| is_alone);
        let glyph = glyph.ok_or_else(|| format!("the letter '{letter}' cannot be drawn in a PDF; take the SVG"))?;
        Ok((glyph, f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default())))
    }
}

/// Writes the outline of a glyph at `origin`.
struct Outline<'c> {
    content: &'c mut Content,
    origin: [f32; 2],
    /// Where the last line ended.
    pen: [f32; 2],
}

impl Outline<'_> {
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        [self.origin[0] + x, self.origin[1] + y]
    }
}

impl OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen = self.at(x, y);
        self.content.move_to(self.pen[0], self.pen[1]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen = self.at(x, y);
        self.content.line_to(self.pen[0], self.pen[1]);
    }

    /// The same curve with two points in place of one.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([from, control], end) = ([self.pen, self.at(x1, y1)], self.at(x, y));
        let toward = |one: [f32; 2]| [0, 1].map(|axis| one[axis] + (control[axis] - one[axis]) * 2.0 / 3.0);
        let [[ax, ay], [bx, by]] = [toward(from), toward(end)];
        self.content.cubic_to(ax, ay, bx, by, end[0], end[1]);
        self.pen = end;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [[ax, ay], [bx, by], end] = [self.at(x1, y1), self.at(x2, y2), self.at(x, y)];
        self.content.cubic_to(ax, ay, bx, by, end[0], end[1]);
        self.pen = end;
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "lab")]
    use super::{fitting, width_of};
    use super::{font, of_name, pdf, x_height};
    use flate2::read::ZlibDecoder;
    use std::io::Read as _;
    use std::path::Path;

    const TEXT: &str = r##"<svg width="40" height="20" viewBox="0 0 40 20" xmlns="http://www.w3.org/2000/svg">
<rect x="0" y="0" width="40" height="20" opacity="1" fill="#FFFFFF" stroke="none"/>
<text x="5" y="5" dy="0.76em" text-anchor="start" font-family="sans-serif" font-size="9" opacity="0.5" fill="#102030">
LETTERS
</text>
</svg>"##;

    #[test]
    fn a_name_that_ends_in_pdf_asks_for_pdf() {
        let svg = TEXT.replace("LETTERS", "τ ≤ 3 – Élő");
        assert_eq!(of_name(&svg, Path::new("a.svg")).as_deref(), Ok(svg.as_bytes()));
        assert!(of_name(&svg, Path::new("a.PDF")).expect("a PDF").starts_with(b"%PDF-"));
    }

    /// What a page draws.
    fn drawn(svg: &str) -> String {
        let pdf = pdf(svg).expect("a PDF");
        let find = |word: &[u8]| pdf.windows(word.len()).position(|window| window == word).expect("a part");
        let mut text = String::new();
        let stream = &pdf[find(b"stream\n") + 7..find(b"endstream")];
        ZlibDecoder::new(stream).read_to_string(&mut text).expect("operators");
        text
    }

    #[test]
    fn each_shape_is_drawn_where_it_is() {
        let shapes = r##"<line opacity="1" stroke="#FF0000" stroke-width="2" x1="1" y1="2" x2="3" y2="4"/>
<polyline fill="none" opacity="1" stroke="#000000" stroke-width="1" points="5,6 7,8 9,10 "/>
<polygon opacity="1" fill="#000000" points="1,1 2,2 3,1 "/>
<rect x="4" y="5" width="6" height="7" opacity="1" fill="none" stroke="#000000"/>
<circle cx="20" cy="10" r="5" opacity="0.25" fill="#000000" stroke="none" stroke-width="1"/>"##;
        let svg = format!(r#"<svg width="40" height="20" xmlns="http://www.w3.org/2000/svg">{shapes}</svg>"#);
        let drawn = drawn(&svg).split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "0.75 0 0 -0.75 0 15 cm",
            "/o100 gs 1 2 m 3 4 l 1 0 0 RG 2 w S",
            "5 6 m 7 8 l 9 10 l 0 0 0 RG 1 w S",
            "1 1 m 2 2 l 3 1 l h 0 0 0 rg f",
            "4 5 6 7 re 0 0 0 RG 1 w S",
            "/o25 gs 25 10 m 25 12.76142",
            " 20 15 c 17.23857",
        ] {
            assert!(drawn.contains(part), "{part} in {drawn}");
        }
    }

    /// A letter in outlines: its box is as wide as the font says, on the side of its point that the text is to be, and a turned text
    /// goes up.
    #[test]
    fn texts_begin_end_or_stand_around_their_points() {
        let matrix = |text: &str| {
            let drawn = drawn(text);
            let line = drawn.lines().filter(|line| line.ends_with(" cm")).nth(1).expect("a matrix");
            line.split(' ').take(6).map(|part| part.parse().expect("a number")).collect::<Vec<f32>>()
        };
        let least = |text: &str| {
            let drawn = drawn(text);
            let moves = drawn.lines().filter(|line| line.ends_with(" m"));
            let xs = moves.map(|line| line.split(' ').next().expect("x").parse::<f32>().expect("a number"));
            xs.fold(f32::INFINITY, f32::min)
        };
        let text = TEXT.replace("LETTERS", "HHHH");
        let [middle, end] = ["middle", "end"].map(|anchor| text.replace("\"start\"", &format!("\"{anchor}\"")));
        // DejaVu Sans has 2048 units, and its H is 1540 of them wide.
        assert!((least(&text) - least(&middle) - 2.0 * 1540.0).abs() < 1.0);
        assert!((least(&text) - least(&end) - 4.0 * 1540.0).abs() < 1.0);
        let scale = 9.0 / 2048.0;
        let near = |one: &[f32], other: [f32; 6]| one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-4);
        assert!(near(&matrix(&text), [scale, 0.0, 0.0, -scale, 5.0, 5.0]), "{:?}", matrix(&text));
        let turned = text.replace("fill=\"#102030\"", "fill=\"#102030\" transform=\"rotate(270, 5, 5)\"");
        assert!(near(&matrix(&turned), [0.0, -scale, -scale, 0.0, 5.0, 5.0]), "{:?}", matrix(&turned));
    }

    #[test]
    fn letters_that_join_or_have_no_outline_are_refused() {
        for letters in ["سلام", "שלום", "e\u{301}", "日本", "\u{202e}abc"] {
            let refused = pdf(&TEXT.replace("LETTERS", letters)).expect_err(letters);
            assert!(refused.ends_with("cannot be drawn in a PDF; take the SVG"), "{refused}");
        }
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let refused = pdf(&TEXT.replace("<rect", "<ellipse"));
        assert_eq!(refused, Err("a figure has <ellipse>".to_owned()));
    }

    /// DejaVu Sans has small letters of 1120 units of 2048, which only its outlines say.
    #[test]
    fn a_text_in_the_middle_of_a_line_goes_down_by_half_a_small_letter() {
        assert_eq!(font().map(|face| x_height(&face)), Ok(1120));
    }

    #[cfg(feature = "lab")]
    #[test]
    fn a_line_that_is_too_wide_gets_smaller_letters() {
        let capitals = "WHOSE BOARDS HAVE OVER 200 RATING POINTS BETWEEN PLAYERS NOW";
        let size = fitting(capitals, 14, 274);
        assert!(size < 14 && width_of(capitals, size) <= 274 && width_of(capitals, size + 1) > 274, "{size}");
        assert_eq!(fitting("floats", 14, 274), 14);
    }
}
