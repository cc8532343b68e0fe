use super::*;

const WESTERN: &str = "Müller, Jörg; Nuñez, José; Grün, Änne; GARCÍA, Íñigo; Ångström; Desprès; O´Brian, Zoë; João";
const CYRILLIC: &str = "Иванов, Пётр; Смирнова, Анна; Кузнецов; Турнир памяти Чигорина; Соколов, Иван";

fn detected(text: &str, encoding: Encoding) -> (Encoding, Vec<Encoding>) {
    let DetectedEncoding { encoding, may_be } = Encoding::detect(&encoding.encode(text));
    (encoding, may_be)
}

#[test]
fn every_byte_comes_back() {
    let all: Vec<u8> = (0..=255).collect();
    for encoding in Encoding::VARIANTS.iter().filter(|encoding| **encoding != Encoding::Utf8) {
        assert_eq!(encoding.encode(&encoding.decode(&all)), all, "{encoding}");
        assert_eq!(encoding.to_string().parse(), Ok(*encoding));
    }
}

#[test]
fn long_texts_show_their_encoding() {
    assert_eq!(detected(WESTERN, Encoding::Latin1), (Encoding::Latin1, vec![]));
    assert_eq!(detected(WESTERN, Encoding::Utf8), (Encoding::Utf8, vec![]));
    for text in [WESTERN, "Jörg", "Müller", "René"] {
        assert_eq!(detected(text, Encoding::Cp850), (Encoding::Cp850, vec![Encoding::Cp850]), "{text}");
    }
    for encoding in [Encoding::Windows1251, Encoding::Koi8U, Encoding::Cp866, Encoding::Iso8859_5] {
        assert_eq!(detected(CYRILLIC, encoding), (encoding, vec![encoding]), "{encoding}");
    }
    // These letters have the same bytes in two encodings, so the text stays as it was, and both are named.
    let (encoding, may_be) = detected("Šimic, Müller; Miloš Žižka; O’Connor", Encoding::Windows1252);
    assert_eq!((encoding, may_be.contains(&Encoding::Windows1252)), (Encoding::Latin1, true), "{may_be:?}");
}

#[test]
fn short_and_ambiguous_texts_stay() {
    let texts =
        ["Müller", "Ñáñez", "ÉÈÊ", "ÄÖÜ äöü", "Ivañez, Zoë", "Łódź", "ß", "Perunović", "MÜLLER", "GARCíA", "1ª", "5°"];
    for text in texts {
        let bytes = Encoding::Latin1.encode(text);
        assert_eq!(
            Encoding::detect(&bytes).encoding,
            if bytes.is_ascii() { Encoding::Utf8 } else { Encoding::Latin1 },
            "{text}"
        );
    }
    // One word of another script is too little, but it is said.
    let (encoding, may_be) = detected("Иванов", Encoding::Windows1251);
    assert_eq!((encoding, may_be.len()), (Encoding::Latin1, 1));
    for garbage in [&b"\0\xFF"[..], b"\xFF\xFE0\x001\0", b"\x80\x81\x82\x83\x84", b"\xFF"] {
        assert_eq!(Encoding::detect(garbage).encoding, Encoding::Latin1, "{garbage:?}");
    }
}
