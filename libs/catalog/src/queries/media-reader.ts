/** Reads the content of stored files. */
export abstract class MediaReader {
  /** The content of the file with this digest, or a range of it (`end` is inclusive); null if nothing is stored. */
  abstract read(
    file: string,
    sha256: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<NodeJS.ReadableStream | null>;

  /** Where the store itself sends the content for some minutes, under these headers; null if it cannot. Undefined if it never does. */
  readonly link?: (
    file: string,
    sha256: string,
    headers: { readonly type: string; readonly disposition: string },
  ) => Promise<string | null>;
}
