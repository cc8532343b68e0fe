use std::ops::Range;
use toml::Spanned;

/// Where an expression is in its file.
#[derive(Debug, Clone)]
pub(crate) struct Placement {
    /// The bytes of the file with the text and its quotation marks.
    span: Range<usize>,
    /// The byte at which the text begins, if the file has it without escapes.
    begin: Option<usize>,
}

impl Placement {
    /// The place of the expression `text` in `file`.
    pub fn new(file: &str, text: &Spanned<String>) -> Self {
        let (span, text) = (text.span(), text.get_ref());
        let within = file.get(span.clone()).unwrap_or_default();
        let begin = within.find(text.as_str()).filter(|_| !text.is_empty()).map(|at| span.start + at);
        Self { span, begin }
    }

    /// The bytes of the file with this part of the expression.
    pub fn of(&self, part: &Range<usize>) -> Range<usize> {
        self.begin.map_or_else(|| self.span.clone(), |begin| begin + part.start..begin + part.end)
    }
}
