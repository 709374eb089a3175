const BACKSLASH = 0x5c;
const U = 0x75;
/** The bytes of an escape sequence of four digits, and of two of them for a character that needs two. */
const [UNIT, PAIR] = [6, 12];
/** The values of hexadecimal digits, by byte; -1 for other bytes. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()));

/** The UTF-16 unit of the escape sequence at this place; -1 if there is none. */
function unitAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== U || at + UNIT > bytes.length) return -1;
  let unit = 0;
  for (let place = at + 2; place < at + UNIT; place++) {
    const digit = DIGITS[bytes[place]!]!;
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

const isBetween = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last;
const isPair = (first: number, second: number): boolean => isBetween(first, 0xd800, 0xdbff) && isBetween(second, 0xdc00, 0xdfff);

/**
 * Counts the bytes of JSON as if all escape sequences were written as the characters that they stand for. The JSON may come in parts, and
 * each byte is looked at once.
 */
export class UnescapedLength {
  /** What the last part ended with, if that may be the beginning of a sequence. */
  private rest: Uint8Array = new Uint8Array();
  private counted = 0;

  add(part: Uint8Array): void {
    const bytes = this.rest.length === 0 ? part : Buffer.concat([this.rest, part]);
    const end = this.count(bytes, bytes.length - PAIR + 1);
    this.rest = bytes.subarray(end);
  }

  /** The length of what was added so far. */
  get length(): number {
    const { counted } = this;
    this.count(this.rest, this.rest.length);
    const length = this.counted;
    this.counted = counted;
    return length;
  }

  /** Counts what is not part of a sequence that begins at `before` or later. Returns where the rest begins. */
  private count(bytes: Uint8Array, before: number): number {
    let at = 0;
    for (let next = bytes.indexOf(BACKSLASH); next >= 0; next = bytes.indexOf(BACKSLASH, at)) {
      this.counted += next - at;
      at = next;
      if (at >= before) return at;
      at += this.countSequence(bytes, at);
    }
    this.counted += bytes.length - at;
    return bytes.length;
  }

  /** Counts the character of a sequence, and returns the bytes of the latter. */
  private countSequence(bytes: Uint8Array, at: number): number {
    const unit = unitAt(bytes, at);
    if (unit < 0) {
      this.counted += 1;
      return Math.min(2, bytes.length - at);
    }
    if (isPair(unit, unitAt(bytes, at + UNIT))) {
      this.counted += 4;
      return PAIR;
    }
    this.counted += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    return UNIT;
  }
}
