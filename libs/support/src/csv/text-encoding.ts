export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Thrown for text whose encoding cannot be told: read in a wrong one, it would be damaged. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';

  constructor() {
    super('The text is not UTF-8: save it with that encoding ("CSV UTF-8" in Excel)');
  }
}

/** The code pages of Windows for Latin scripts. */
const CODE_PAGES = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257'];
const FIRST_LETTER = 0xc0;
/** More letters in a row that are none of ASCII are no Latin script. */
const MOST_IN_A_ROW = 2;

/** The letters that all of these code pages have at the same place, by their bytes. */
const commonLetters = (): readonly boolean[] => {
  const decoders = CODE_PAGES.map((label) => new TextDecoder(label));
  return Array.from({ length: 256 }, (_, byte) => {
    if (byte < FIRST_LETTER) return false;
    const [first, ...others] = decoders.map((decoder) => decoder.decode(Uint8Array.of(byte)));
    return /\p{L}/u.test(first!) && others.every((other) => other === first);
  });
};

/** Finds the encoding of bytes that come in pieces. */
export class EncodingDetector {
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  private isUtf8 = true;
  private start: readonly number[] = [];
  private readonly seen: boolean[] = Array.from({ length: 256 }, () => false);
  private inRow = 0;
  private mostInRow = 0;

  add(bytes: Uint8Array): void {
    if (this.start.length < 2) this.start = [...this.start, ...bytes.subarray(0, 2)].slice(0, 2);
    for (const byte of bytes) {
      this.inRow = byte < 0x80 ? 0 : this.inRow + 1;
      if (this.inRow > this.mostInRow) this.mostInRow = this.inRow;
      if (byte >= 0x80) this.seen[byte] = true;
    }
    if (this.isUtf8) this.tryUtf8(() => this.utf8.decode(bytes, { stream: true }));
  }

  /**
   * Windows-1252 is recognized where every other Latin code page would read the same; other text is refused unless it is UTF-8 or
   * UTF-16. Throws `UnknownEncoding`.
   */
  end(): TextEncoding {
    const [first, second] = this.start;
    // With a byte order mark, or a character of ASCII first.
    if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
    if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be';
    if (this.isUtf8) this.tryUtf8(() => this.utf8.decode());
    if (this.isUtf8) return 'utf-8';
    const common = commonLetters();
    const isTold = this.mostInRow <= MOST_IN_A_ROW && this.seen.every((isSeen, byte) => !isSeen || common[byte]);
    if (!isTold) throw new UnknownEncoding();
    return 'windows-1252';
  }

  private tryUtf8(decode: () => string): void {
    try {
      decode();
    } catch {
      this.isUtf8 = false;
    }
  }
}

/**
 * The text of bytes in the encoding that was said, or that is found. Throws `UnknownEncoding`, also if it is not in the encoding that was
 * said, or if there is no such encoding.
 */
export function textOf(bytes: Uint8Array, said?: string): string {
  try {
    return new TextDecoder(said ?? encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new UnknownEncoding();
  }
}

function encodingOf(bytes: Uint8Array): TextEncoding {
  const detector = new EncodingDetector();
  detector.add(bytes);
  return detector.end();
}
