use super::did_you_mean;

#[test]
fn the_most_alike_name_is_suggested_and_none_if_none_is_like_it() {
    let names = ["tcec", "dutch-2012", "dutch-1998", "dubov-1997"];
    for (word, name) in
        [("dutch", "dutch-2012"), ("Dutch1998", "dutch-1998"), ("dubov", "dubov-1997"), ("TCEK", "tcec")]
    {
        assert_eq!(did_you_mean(word, names), format!(" (did you mean '{name}'?)"));
    }
    for word in ["", "nonesuch", "swiss", "x"] {
        assert_eq!(did_you_mean(word, names), "");
    }
}
