/** The bytes of a part. Digests are SHA-256, in hexadecimal. */
export interface PartContent {
  readonly number: number;
  readonly size: number;
  readonly sha256: string;
}

export interface Content {
  /** The stored parts. */
  readonly parts: readonly PartContent[];
  readonly size: number;
  readonly sha256: string;
  /** The first bytes of the file, for detecting its type. */
  readonly head: Uint8Array;
}

/** An assembled file that is not stored yet. */
export interface Draft {
  readonly content: Content;
  /** Stores the file under its digest. Durable once the promise resolves. */
  keep(): Promise<void>;
  /** Has no effect after `keep`. */
  discard(): Promise<void>;
}

/** Number of bytes that are inspected to detect the type of a file. */
export const HEAD_BYTES = 4096;

/**
 * Storage of the bytes of files, shared by several processes. Writes are atomic, and stored files never change.
 */
export abstract class MediaStore {
  /** Tells it from other stores; null until it is claimed. */
  abstract id(): Promise<string | null>;

  /** Gives it this id, unless it has one. Returns the one that it has then. */
  abstract claim(id: string): Promise<string>;

  /**
   * Stores one part of a file, replacing an earlier one with the same number. Stops reading one byte after `maxSize`. Stores nothing
   * if `check` or the reading throws.
   */
  abstract putPart(
    file: string,
    part: { readonly number: number; readonly maxSize: number },
    bytes: AsyncIterable<Uint8Array>,
    check: (content: PartContent) => void,
  ): Promise<PartContent>;

  /** Assembles the parts in this order. Missing parts are skipped. */
  abstract assemble(file: string, numbers: readonly number[]): Promise<Draft>;

  abstract removeParts(file: string): Promise<void>;

  /** Removes the file and its parts. */
  abstract remove(file: string): Promise<void>;
}
