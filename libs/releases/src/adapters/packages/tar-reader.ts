const BLOCK = 512;
const [NAME, SIZE, CHECKSUM, TYPE] = [
  [0, 100],
  [124, 136],
  [148, 156],
  [156, 157],
] as const;

export interface TarFile {
  /** Without `./` at its beginning. */
  readonly name: string;
  /** Where its first byte is in the archive. */
  readonly position: number;
  readonly size: number;
}

/** The archive is not one that can be read. */
export class UnreadableArchive extends Error {}

/**
 * Reads a tar archive while its bytes pass. What takes other entries to say, as names of more than 100 bytes, is passed over with them: no
 * file that is looked for has it.
 */
export class TarReader {
  private position = 0;
  private header = Buffer.alloc(0);
  /** How many bytes are left of the current file, and how many of its blocks. */
  private left = 0;
  private padded = 0;
  private take: ((bytes: Uint8Array) => void) | undefined;
  private hasEnded = false;

  /** `open` returns what takes the bytes of a file; undefined if they are not wanted. */
  constructor(private readonly open: (file: TarFile) => ((bytes: Uint8Array) => void) | undefined) {}

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.hasEnded;) {
      const taken = this.padded > 0 ? this.content(bytes.subarray(at)) : this.head(bytes.subarray(at));
      this.position += taken;
      at += taken;
    }
  }

  /** Throws `UnreadableArchive` if the archive ends in the middle of a file. */
  end(): void {
    if (this.padded > 0 || this.header.length > 0) throw new UnreadableArchive('The archive ends in the middle of a file.');
  }

  private content(bytes: Uint8Array): number {
    const size = Math.min(bytes.length, this.padded);
    const ofFile = Math.min(size, this.left);
    if (ofFile > 0) this.take?.(bytes.subarray(0, ofFile));
    this.left -= ofFile;
    this.padded -= size;
    return size;
  }

  private head(bytes: Uint8Array): number {
    const size = Math.min(bytes.length, BLOCK - this.header.length);
    this.header = Buffer.concat([this.header, bytes.subarray(0, size)]);
    if (this.header.length === BLOCK) {
      this.begin(this.header, this.position + size);
      this.header = Buffer.alloc(0);
    }
    return size;
  }

  private begin(header: Buffer, position: number): void {
    if (header.every((byte) => byte === 0)) {
      this.hasEnded = true;
      return;
    }
    if (numberIn(header, CHECKSUM) !== checksumOf(header)) throw new UnreadableArchive('The file is no tar archive.');
    const size = numberIn(header, SIZE);
    if (!Number.isSafeInteger(size)) throw new UnreadableArchive('The archive has a file whose size cannot be read.');
    const isFile = ['0', ''].includes(textIn(header, TYPE));
    this.left = size;
    this.padded = Math.ceil(size / BLOCK) * BLOCK;
    const name = textIn(header, NAME).replace(/^\.\//, '');
    this.take = isFile ? this.open({ name, position, size }) : undefined;
  }
}

/** A text of a header, which a NUL ends. */
const textIn = (header: Buffer, [start, end]: readonly [number, number]): string =>
  header.toString('latin1', start, end).replace(/\0.*$/s, '');

/** A number in octal digits; NaN if it is written otherwise. */
function numberIn(header: Buffer, place: readonly [number, number]): number {
  const digits = textIn(header, place).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** The sum of the bytes of a header, with spaces for the sum itself. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, index) => sum + (index >= CHECKSUM[0] && index < CHECKSUM[1] ? 32 : byte), 0);
