import { Query } from '@nestjs/cqrs';

/** A complete file that customers download, with its content. */
export interface FileToDownload {
  readonly id: string;
  readonly name: string;
  /** The MIME type. */
  readonly type: string;
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly etag: string;
  readonly modifiedAt: Date;
  /** The bytes, or a range of them (`end` is inclusive). Throws `ResourceNotFound` if the content no longer exists. */
  open(range?: { readonly start: number; readonly end: number }): Promise<NodeJS.ReadableStream>;
  /** Where the store itself sends the content with this disposition, for a while; null if the service has to. */
  link?(disposition: string): Promise<string | null>;
}

/** A file to download of an organization; null if there is none whose upload is complete. */
export class FindFileToDownload extends Query<FileToDownload | null> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}
