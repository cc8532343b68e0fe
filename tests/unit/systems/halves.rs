use super::Halves;

#[test]
fn the_difference_changes_by_no_more_than_the_vertices_are_apart() {
    let (mut pairs, mut changed) = (0, 0);
    for members in 0..=9 {
        let halves = Halves { s1: members / 2, members };
        let vertices = members + 3;
        let exchanges = |u: usize, v: usize| halves.exchanges(u.min(v), u.max(v));
        for (u, v, other) in
            (0..vertices).flat_map(|u| (0..vertices).flat_map(move |v| (0..vertices).map(move |w| (u, v, w))))
        {
            if u == v || u == other || halves.part(v) != halves.part(other) {
                continue;
            }
            let [one, another] = [exchanges(u, v), exchanges(u, other)];
            assert_eq!(one.0, another.0);
            assert!((one.1 - another.1).abs() <= Halves::change(v, other), "{halves:?} {u} {v} {other}");
            pairs += 1;
            changed += usize::from(one.1 != another.1);
        }
    }
    assert!(pairs > 1_000 && changed > 200, "{pairs} {changed}");
}
