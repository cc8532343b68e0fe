use super::fnv_1a;

/// The test vectors of the authors.
#[test]
fn the_hash_is_the_published_one() {
    for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
        assert_eq!(fnv_1a(text.bytes()), hash, "{text}");
    }
}
