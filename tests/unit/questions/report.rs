use super::csv_cell;

#[test]
fn no_cell_is_a_formula_and_numbers_stay_numbers() {
    for plain in ["", "0", "-5", "+3", "-20.5", "+.5", "7001/3", "Ada", "D'Arcy", "a=1", "1-0", "ilp.bye-score"] {
        assert_eq!(csv_cell(plain), plain);
    }
    for formula in ["=1+1", "+cmd", "-1+cmd|' /C calc'!A1", "@SUM(A1)", "-", "-1.2.3", "-1e5", " =1", "＝1", "－x"] {
        assert_eq!(csv_cell(formula), format!("'{formula}"));
    }
    // A spreadsheet that divides cells at semicolons, and not at commas, sees another cell after each of them.
    for (divided, shown) in [
        ("x;=1+1", "x;'=1+1"),
        ("x; =1+1;;@y", "x;' =1+1;;'@y"),
        ("x,y;\"=1+1\"", "x,y;'\"=1+1\""),
        ("=1;-2", "'=1;'-2"),
        ("\"=1+1\"", "'\"=1+1\""),
        ("a; b; 3-4", "a; b; 3-4"),
    ] {
        assert_eq!(csv_cell(divided), shown);
    }
    for (control, shown) in [("\t=1", "␉=1"), ("\r=1", "␍=1"), ("\n=1", "␊=1"), ("a\u{1b}[2J", "a␛[2J")] {
        assert_eq!(csv_cell(control), shown);
    }
}
