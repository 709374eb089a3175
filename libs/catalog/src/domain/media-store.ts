/** The bytes of a part. Digests are SHA-256, in hexadecimal. */
export interface PartContent {
  readonly number: number;
  readonly size: number;
  readonly sha256: string;
}

export interface Content {
  /** Those that are there. */
  readonly parts: readonly PartContent[];
  readonly size: number;
  readonly sha256: string;
  /** How the file begins; enough of it to tell its type. */
  readonly head: Uint8Array;
}

/** A file that was put together and is not one yet. */
export interface Draft {
  readonly content: Content;
  /** From now on it can be read under its digest; on the disk when it settles. */
  keep(): Promise<void>;
  /** Without effect once it is kept. */
  discard(): Promise<void>;
}

/** How much of a file is looked at to tell its type. */
export const HEAD_BYTES = 4096;

/**
 * Where the bytes of files are. Several processes share it. Whatever is written is there whole or not at all, and a file that is
 * kept never changes.
 */
export abstract class MediaStore {
  /**
   * Takes one part of a file, in place of an earlier one with its number. Of more than `most` bytes no more than one is read
   * beyond it. Nothing stays if `demand`, or reading the bytes, throws.
   */
  abstract putPart(
    file: string,
    part: { readonly number: number; readonly most: number },
    bytes: AsyncIterable<Uint8Array>,
    demand: (content: PartContent) => void,
  ): Promise<PartContent>;

  /** Puts the parts together in this order; those that are not there are left out. */
  abstract assemble(file: string, numbers: readonly number[]): Promise<Draft>;

  abstract removeParts(file: string): Promise<void>;

  /** Everything that there is of the file. */
  abstract remove(file: string): Promise<void>;
}
