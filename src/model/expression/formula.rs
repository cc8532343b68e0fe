//! An expression as a formula in LaTeX, with what its symbols mean.

use super::attribute::{Attribute, RoundAttribute};
use super::datum::Type;
use super::{Expression, Subject};
use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue, operators};
use std::collections::BTreeMap;

/// An expression as a formula, for the mathematics of LaTeX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The formula; a condition is one, too.
    pub text: String,
    /// Whether it is a condition.
    pub is_condition: bool,
    /// Its symbols, as formulas, each with what it is.
    pub symbols: BTreeMap<String, String>,
}

/// How tightly an operator binds; what binds less stands in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Or,
    And,
    Relation,
    Sum,
    Product,
    Sign,
    Atom,
}

use Binding::{And, Atom, Choice, Or, Product, Relation, Sign, Sum};

impl Expression {
    /// The formula.
    pub(super) fn formula(&self) -> Formula {
        let mut writer = FormulaWriter { expression: self, symbols: BTreeMap::new() };
        let text = writer.within(&self.parsed, Choice);
        Formula { text, is_condition: self.kind == Type::Bool, symbols: writer.symbols }
    }
}

struct FormulaWriter<'e> {
    expression: &'e Expression,
    symbols: BTreeMap<String, String>,
}

/// A name of several letters.
fn named(name: &str) -> String {
    format!(r"\mathit{{{}}}", escaped(name))
}

fn function(name: &str, arguments: &[String]) -> String {
    format!(r"\operatorname{{{name}}}({})", arguments.join(", "))
}

impl FormulaWriter<'_> {
    /// The formula of `tree`, in brackets if it binds less than `least`.
    fn within(&mut self, tree: &IdedExpr, least: Binding) -> String {
        let (text, binding) = self.formula(tree);
        if binding < least { format!("({text})") } else { text }
    }

    fn all(&mut self, trees: &[IdedExpr]) -> Vec<String> {
        trees.iter().map(|tree| self.within(tree, Choice)).collect()
    }

    fn symbol(&mut self, symbol: String, meaning: impl Into<String>) -> String {
        self.symbols.entry(symbol.clone()).or_insert_with(|| meaning.into());
        symbol
    }

    fn formula(&mut self, tree: &IdedExpr) -> (String, Binding) {
        match &tree.expr {
            Expr::Literal(literal) => self.literal(tree.id, literal),
            Expr::Ident(name) => (self.name(name), Atom),
            Expr::Select(select) => {
                let player = self.within(&select.operand, Atom);
                let meaning = Attribute::named(&select.field).map_or_else(
                    || format!("the column {} of the organiser's table, for a player", select.field),
                    |attribute| format!("of a player: {}", attribute.meaning()),
                );
                self.symbol(named(&select.field), meaning);
                (format!("{}_{{{player}}}", named(&select.field)), Atom)
            }
            Expr::Call(call) => self.call(call),
            Expr::List(list) => (format!("[{}]", self.all(&list.elements).join(", ")), Atom),
            Expr::Comprehension(fold) => self.fold(fold),
            // The compiler refuses these.
            Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => {
                (format!(r"\texttt{{{}}}", escaped(self.expression.text())), Atom)
            }
        }
    }

    fn literal(&self, node: u64, literal: &LiteralValue) -> (String, Binding) {
        let number = |text: String| {
            let binding = if text.starts_with('-') { Sum } else { Atom };
            (text, binding)
        };
        match literal {
            LiteralValue::Boolean(is) => (format!(r"\text{{{}}}", is.inner()), Atom),
            LiteralValue::Int(whole) => number(whole.inner().to_string()),
            LiteralValue::String(text) => (format!(r"\text{{`\texttt{{{}}}'}}", escaped(text.inner())), Atom),
            LiteralValue::Double(parsed) => {
                let digits = self.expression.literal(node).trim_start_matches('-');
                number(format!("{}{digits}", if *parsed.inner() < 0.0 { "-" } else { "" }))
            }
            LiteralValue::UInt(_) | LiteralValue::Bytes(_) | LiteralValue::Null => {
                (escaped(self.expression.literal(node)), Atom)
            }
        }
    }

    fn name(&mut self, name: &str) -> String {
        if self.expression.part.players().contains(&name) {
            return name.to_owned();
        }
        if name == "colour" && self.expression.part == Subject::Colour {
            return self.symbol(named(name), "the colour that the player gets, `white' or `black'");
        }
        match RoundAttribute::named(name) {
            Some(round) => self.symbol(named(name), round.meaning()),
            None if name.chars().count() == 1 => escaped(name),
            None => named(name),
        }
    }

    fn call(&mut self, call: &CallExpr) -> (String, Binding) {
        let name = call.func_name.as_str();
        let relation = |sign: &str| (sign.to_owned(), Relation, Sum, Sum);
        let (sign, binding, left, right) = match name {
            operators::LOGICAL_OR => (r"\lor".to_owned(), Or, Or, And),
            operators::LOGICAL_AND => (r"\land".to_owned(), And, And, Relation),
            operators::EQUALS => relation("="),
            operators::NOT_EQUALS => relation(r"\neq"),
            operators::LESS => relation("<"),
            operators::LESS_EQUALS => relation(r"\leq"),
            operators::GREATER => relation(">"),
            operators::GREATER_EQUALS => relation(r"\geq"),
            operators::IN => relation(r"\in"),
            operators::ADD => ("+".to_owned(), Sum, Sum, Product),
            operators::SUBSTRACT => ("-".to_owned(), Sum, Sum, Product),
            operators::MULTIPLY => (r"\cdot".to_owned(), Product, Product, Sign),
            operators::MODULO => (r"\bmod".to_owned(), Product, Product, Sign),
            _ => return self.function(call),
        };
        let [one, other] = call.args.as_slice() else { return self.function(call) };
        let sides = [(one, left), (other, right)].map(|(side, least)| self.within(side, least));
        (format!("{} {sign} {}", sides[0], sides[1]), binding)
    }

    fn function(&mut self, call: &CallExpr) -> (String, Binding) {
        let name = call.func_name.as_str();
        match (name, call.target.as_deref(), call.args.as_slice()) {
            (operators::DIVIDE, None, [one, other]) => {
                let [one, other] = [one, other].map(|side| self.within(side, Choice));
                (format!(r"\frac{{{one}}}{{{other}}}"), Atom)
            }
            (operators::CONDITIONAL, None, [condition, yes, no]) => {
                let [condition, yes, no] = [condition, yes, no].map(|part| self.within(part, Choice));
                let cases = format!(r"{yes} & \text{{if }} {condition} \\ {no} & \text{{otherwise}}");
                (format!(r"\begin{{cases}} {cases} \end{{cases}}"), Atom)
            }
            (operators::LOGICAL_NOT, None, [one]) => (format!(r"\lnot {}", self.within(one, Atom)), Sign),
            (operators::NOT_STRICTLY_FALSE, None, [one]) => self.formula(one),
            (operators::NEGATE, None, [one]) => (format!("-{}", self.within(one, Product)), Sum),
            ("abs", None, [one]) => (format!(r"\lvert {} \rvert", self.within(one, Choice)), Atom),
            ("floor", None, [one]) => (format!(r"\lfloor {} \rfloor", self.within(one, Choice)), Atom),
            ("min" | "max", None, numbers) => (format!(r"\{name}({})", self.all(numbers).join(", ")), Atom),
            ("weight", None, [one, other]) => {
                let [one, other] = [one, other].map(|player| self.within(player, Atom));
                self.symbol(named("weight"), "the organiser's number of a pair");
                (format!(r"\mathit{{weight}}_{{{one}{other}}}"), Atom)
            }
            (_, target, arguments) => {
                let what = match name {
                    "met" => "true of two players who have met",
                    "colours_against" => "a player's colours in the games against another",
                    "startsWith" => "true of a text that starts with another",
                    "endsWith" => "true of a text that ends with another",
                    "contains" => "true of a text that has another in it",
                    "sum" => "the numbers of a list, added up",
                    "size" => "how many characters a text has, or a list values",
                    _ => "a function",
                };
                let mut trees: Vec<String> = target.into_iter().map(|target| self.within(target, Choice)).collect();
                trees.extend(self.all(arguments));
                self.symbol(format!(r"\operatorname{{{}}}", escaped(name)), what);
                (function(&escaped(name), &trees), Atom)
            }
        }
    }

    /// A list macro, which the parser has written out. The variable of its result is no name that an expression can have.
    fn fold(&mut self, fold: &ComprehensionExpr) -> (String, Binding) {
        let list = self.within(&fold.iter_range, Sum);
        let element = format!(r"{} \in {list}", self.name(&fold.iter_var));
        let so_far = |tree: &IdedExpr| matches!(&tree.expr, Expr::Ident(name) if *name == fold.accu_var);
        let step = match &fold.loop_step.expr {
            Expr::Call(step) => step,
            _ => return (escaped(self.expression.text()), Atom),
        };
        match (step.func_name.as_str(), step.args.as_slice()) {
            (operators::LOGICAL_AND, [_, holds]) => {
                (format!(r"\forall {element} : {}", self.within(holds, Or)), Choice)
            }
            (operators::LOGICAL_OR, [_, holds]) => (format!(r"\exists {element} : {}", self.within(holds, Or)), Choice),
            (operators::CONDITIONAL, [holds, more, _]) => {
                let holds = self.within(holds, Or);
                match &more.expr {
                    Expr::Call(more) => match more.args.as_slice() {
                        // One more, or a list with one value more.
                        [before, IdedExpr { expr: Expr::List(values), .. }] if so_far(before) => {
                            let value = self.all(&values.elements).join(", ");
                            (format!(r"[\, {value} : {element},\ {holds} \,]"), Atom)
                        }
                        _ => (format!(r"\exists! {element} : {holds}"), Choice),
                    },
                    _ => (escaped(self.expression.text()), Atom),
                }
            }
            (operators::ADD, [before, IdedExpr { expr: Expr::List(values), .. }]) if so_far(before) => {
                let value = self.all(&values.elements).join(", ");
                (format!(r"[\, {value} : {element} \,]"), Atom)
            }
            _ => (escaped(self.expression.text()), Atom),
        }
    }
}

/// Plain text for LaTeX. A character that is not of ASCII becomes a question mark, since no font has them all.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            ' '..='~' => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}
