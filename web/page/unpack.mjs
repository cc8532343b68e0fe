// What is packed in the page: by LZMA, a third smaller than what browsers unpack by themselves, and written with seven bits a byte.

/**
 * Signs that no script element keeps, or no file, or not every editor. Seven bits that would be one of them are written with the eight
 * bits after them, as one sign of two bytes: there are 7 × 256 of these from U+0100 to U+07FF.
 */
const UNKEPT = [0, 8, 10, 12, 13, 60, 127];

/** Bytes as text. */
export function inSigns(bytes) {
  let [at, bits, count] = [0, 0, 0];
  const take = (wanted) => {
    for (; count < wanted; count += 8, at += 1) bits = (bits << 8) | (bytes[at] ?? 0);
    count -= wanted;
    const taken = bits >> count;
    bits &= (1 << count) - 1;
    return taken;
  };
  const signs = [];
  while (at - count / 8 < bytes.length) {
    const sign = take(7);
    const place = UNKEPT.indexOf(sign);
    signs.push(String.fromCharCode(place < 0 ? sign : 0x100 * (place + 1) + take(8)));
  }
  return signs.join("");
}

/** What [`inSigns`] has written, with up to two bytes of zeros after it. */
export function fromSigns(text) {
  const bytes = new Uint8Array(Math.ceil((text.length * 15) / 8));
  let [bits, count, end] = [0, 0, 0];
  const put = (group, size) => {
    bits = (bits << size) | group;
    for (count += size; count >= 8; end += 1) {
      count -= 8;
      bytes[end] = bits >> count;
    }
    bits &= 0x7f;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign >= 0x100) put(UNKEPT[(sign >> 8) - 1], 7);
    put(sign & 0xff, sign >= 0x100 ? 8 : 7);
  }
  return bytes.subarray(0, end);
}

/**
 * Unpack a file of LZMA whose head has the length of what is in it (Pavlov, "LZMA specification", 2015: the names are those of its
 * reference decoder, and so are the numbers).
 */
export function unlzma(packed) {
  const head = new DataView(packed.buffer, packed.byteOffset, 13);
  const [lc, lp, pb] = [packed[0] % 9, Math.floor(packed[0] / 9) % 5, Math.floor(packed[0] / 45)];
  const out = new Uint8Array(head.getUint32(5, true));
  let at = 18;
  let range = 0xffffffff;
  let code = new DataView(packed.buffer, packed.byteOffset + 14, 4).getUint32(0);
  const probabilities = (count) => new Uint16Array(count).fill(1024);

  function narrowed() {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[at]) >>> 0;
    at += 1;
  }

  /** A bit of which `probs[place]` says how likely it is. */
  function bit(probs, place) {
    const likely = probs[place];
    const bound = (range >>> 11) * likely;
    let found = 0;
    if (code >>> 0 < bound) {
      range = bound;
      probs[place] = likely + ((2048 - likely) >>> 5);
    } else {
      range = (range - bound) >>> 0;
      code = (code - bound) >>> 0;
      probs[place] = likely - (likely >>> 5);
      found = 1;
    }
    narrowed();
    return found;
  }

  function tree(probs, bits, from = 0) {
    let node = 1;
    for (let left = bits; left > 0; left -= 1) node = 2 * node + bit(probs, from + node);
    return node - (1 << bits);
  }

  function reverse(probs, bits, from) {
    let [node, value] = [1, 0];
    for (let place = 0; place < bits; place += 1) {
      const found = bit(probs, from + node);
      node = 2 * node + found;
      value |= found << place;
    }
    return value;
  }

  function direct(bits) {
    let value = 0;
    for (let left = bits; left > 0; left -= 1) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) code = (code - range) >>> 0;
      value = 2 * value + Number(isOne);
      narrowed();
    }
    return value;
  }

  const lengths = () => ({ choice: probabilities(2), low: probabilities(16 << 3), mid: probabilities(16 << 3), high: probabilities(256) });
  function length({ choice, low, mid, high }, position) {
    if (bit(choice, 0) === 0) return tree(low, 3, position << 3);
    if (bit(choice, 1) === 0) return 8 + tree(mid, 3, position << 3);
    return 16 + tree(high, 8);
  }

  const literals = probabilities(0x300 << (lc + lp));
  const slots = Array.from({ length: 4 }, () => probabilities(64));
  const special = probabilities(128);
  const align = probabilities(16);
  const [isMatch, isRep0Long] = [probabilities(12 << 4), probabilities(12 << 4)];
  const [isRep, isRepG0, isRepG1, isRepG2] = [0, 1, 2, 3].map(() => probabilities(12));
  const [matches, repeats] = [lengths(), lengths()];

  function distance(count) {
    const slot = tree(slots[Math.min(count, 3)], 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    return slot < 14 ? base + reverse(special, bits, base - slot) : base + direct(bits - 4) * 16 + reverse(align, 4, 0);
  }

  let [state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0];
  for (let end = 0; end < out.length;) {
    const position = end & ((1 << pb) - 1);
    if (bit(isMatch, (state << 4) + position) === 0) {
      const before = end > 0 ? out[end - 1] : 0;
      const from = 0x300 * (((end & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let sign = 1;
      if (state >= 7) {
        for (let like = out[end - rep0 - 1]; sign < 0x100;) {
          like <<= 1;
          const expected = like & 0x100;
          const found = bit(literals, from + 0x100 + expected + sign);
          sign = 2 * sign + found;
          if (expected >> 8 !== found) break;
        }
      }
      while (sign < 0x100) sign = 2 * sign + bit(literals, from + sign);
      out[end] = sign;
      end += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep, state) === 0) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      count = length(matches, position);
      state = state < 7 ? 7 : 10;
      rep0 = distance(count);
    } else {
      if (bit(isRepG0, state) === 0) {
        if (bit(isRep0Long, (state << 4) + position) === 0) {
          state = state < 7 ? 9 : 11;
          out[end] = out[end - rep0 - 1];
          end += 1;
          continue;
        }
      } else if (bit(isRepG1, state) === 0) {
        [rep0, rep1] = [rep1, rep0];
      } else if (bit(isRepG2, state) === 0) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      count = length(repeats, position);
      state = state < 7 ? 8 : 11;
    }
    if (rep0 >= end) throw new Error("the module in the page is damaged");
    for (let left = Math.min(count + 2, out.length - end); left > 0; left -= 1, end += 1) out[end] = out[end - rep0 - 1];
  }
  return out;
}
