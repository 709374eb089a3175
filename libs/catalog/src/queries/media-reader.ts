/** Reads the content of stored files. */
export abstract class MediaReader {
  /** The content of the file with this digest, or a range of it (`end` is inclusive); null if nothing is stored. */
  abstract read(
    file: string,
    sha256: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<NodeJS.ReadableStream | null>;
}
