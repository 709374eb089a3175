/** The bytes of files that are there. */
export abstract class MediaReader {
  /** All of what is kept of the file under this digest, or a range of it, its end included. Null where there is nothing. */
  abstract read(
    file: string,
    sha256: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<NodeJS.ReadableStream | null>;
}
