use super::Expression;
use crate::model::expression::Subject;

#[test]
fn expressions_become_formulas() {
    for (text, formula) in [
        ("a.score - (b.score - 1)", r"\mathit{score}_{a} - (\mathit{score}_{b} - 1)"),
        ("(a.rating + b.rating) * 2", r"(\mathit{rating}_{a} + \mathit{rating}_{b}) \cdot 2"),
        (
            "a.rating % 2 == 0 && !(a.sat_out || b.sat_out)",
            r"\mathit{rating}_{a} \bmod 2 = 0 \land \lnot (\mathit{sat\_out}_{a} \lor \mathit{sat\_out}_{b})",
        ),
        ("-(a.rank + 1)", r"-(\mathit{rank}_{a} + 1)"),
        ("a.rank - -1.50", r"\mathit{rank}_{a} - (-1.50)"),
        ("abs(a.rank - b.rank) / 2", r"\frac{\lvert \mathit{rank}_{a} - \mathit{rank}_{b} \rvert}{2}"),
        (
            "a.club == 'A_1' ? 3 : min(1, 2)",
            concat!(
                r"\begin{cases} 3 & \text{if } \mathit{club}_{a} = \text{`\texttt{A\_1}'} \\ ",
                r"\min(1, 2) & \text{otherwise} \end{cases}"
            ),
        ),
        (
            "a.opponents.exists(x, x in b.opponents)",
            r"\exists x \in \mathit{opponents}_{a} : x \in \mathit{opponents}_{b}",
        ),
        ("a.opponents.all(x, x > 3)", r"\forall x \in \mathit{opponents}_{a} : x > 3"),
        ("sum(a.opponents.map(x, 2 * x))", r"\operatorname{sum}([\, 2 \cdot x : x \in \mathit{opponents}_{a} \,])"),
        (
            "size(a.opponents.filter(x, x > 3))",
            r"\operatorname{size}([\, x : x \in \mathit{opponents}_{a},\ x > 3 \,])",
        ),
        ("a.opponents.exists_one(x, x == 3)", r"\exists! x \in \mathit{opponents}_{a} : x = 3"),
        ("a.federation.startsWith('G')", r"\operatorname{startsWith}(\mathit{federation}_{a}, \text{`\texttt{G}'})"),
        ("round > 2", r"\mathit{round} > 2"),
    ] {
        let expression = Expression::new(Subject::Pair, text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(expression.formula().text, formula, "{text}");
    }
}
