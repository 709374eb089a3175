import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type ByteRange, byteRanges } from './byte-ranges.ts';
import { continues, failedPrecondition, type Validators } from './preconditions.ts';

/** Stored bytes to be sent, as a whole or in ranges. */
export interface Content extends Required<Validators> {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  open(range?: ByteRange): Promise<NodeJS.ReadableStream>;
  /** Where the store itself sends the content with this disposition, for a while; null if the service has to. */
  link?(disposition: string): Promise<string | null>;
}

interface ContentRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** What browsers display, and cannot run. Documents show pictures of other types as well: for them, the disposition has no meaning. */
const PICTURE = /^image\/(gif|jpeg|png|webp)$/;

/**
 * Stored bytes are those of sellers, on an origin that has pages with sessions: nothing of them runs, or is shown as a page. With the
 * `nosniff` of every response, no browser takes them for another type.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** How a `GET` or `HEAD` of stored bytes is answered: conditions, one range, several ranges, or everything (RFC 9110). */
export class ContentResponse {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Null if no bytes are sent. */
  private readonly ranges: readonly ByteRange[] | null;
  private readonly boundary = randomUUID();

  constructor(
    private readonly request: ContentRequest,
    private readonly content: Content,
    private readonly use: 'show' | 'save',
  ) {
    const { method, headers } = request;
    const failed = failedPrecondition(headers, content);
    // A store that sends content has an ETag of its own, which an interrupted download names.
    const isRanged = method === 'GET' && (content.link !== undefined || continues(headers['if-range'], content));
    const ranges = isRanged ? byteRanges(content.size, headers.range) : undefined;
    if (failed) this.status = failed;
    else if (ranges === undefined) this.status = 200;
    else this.status = ranges === 'unsatisfiable' ? 416 : 206;
    const whole = { start: 0, end: content.size - 1 };
    if (this.status === 200) this.ranges = [whole];
    else this.ranges = this.status === 206 ? (ranges as readonly ByteRange[]) : null;
  }

  /**
   * Where a client that saves the content gets it from the store itself; null if the service sends it: several ranges, which stores do
   * not know, and what a condition says about the validators of the service.
   */
  async location(): Promise<string | null> {
    const { method, headers } = this.request;
    const { link, name } = this.content;
    if (!link || this.use === 'show' || method !== 'GET' || this.ranges?.length !== 1) return null;
    const isOurs = headers['if-range'] !== undefined && continues(headers['if-range'], this.content);
    if (isOurs || headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined) return null;
    return link(contentDisposition('attachment', name));
  }

  /** Whether the first byte is sent, which every download sends once, however often it is resumed. */
  get sendsFirstByte(): boolean {
    return this.request.method === 'GET' && this.ranges?.some(({ start }) => start === 0) === true;
  }

  get headers(): Record<string, string | number> {
    const { etag, modifiedAt, name, size, type } = this.content;
    const about = {
      etag,
      'last-modified': modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
      'content-security-policy': POLICY,
      'content-disposition': contentDisposition(this.use === 'show' && PICTURE.test(type) ? 'inline' : 'attachment', name),
    };
    const [first, ...others] = this.ranges ?? [];
    if (!first) return this.status === 416 ? { ...about, 'content-range': `bytes */${size}` } : about;
    if (this.status === 200) return { ...about, 'content-type': type, 'content-length': size };
    if (others.length === 0) {
      return {
        ...about,
        'content-type': type,
        'content-length': lengthOf(first),
        'content-range': `bytes ${first.start}-${first.end}/${size}`,
      };
    }
    const length = this.ranges!.reduce((sum, range) => sum + this.headOf(range).length + lengthOf(range), this.end.length);
    return { ...about, 'content-type': `multipart/byteranges; boundary=${this.boundary}`, 'content-length': length };
  }

  async open(): Promise<NodeJS.ReadableStream | undefined> {
    if (this.request.method !== 'GET') return Readable.from([]);
    const [first, ...others] = this.ranges ?? [];
    if (!first) return undefined;
    if (others.length === 0) return this.content.open(this.status === 206 ? first : undefined);
    return Readable.from(this.parts([first, ...others]), { objectMode: false });
  }

  /** The bytes of every range, one after the other, each with its own headers. */
  private async *parts(ranges: readonly ByteRange[]): AsyncGenerator<Uint8Array | string> {
    for (const range of ranges) {
      yield this.headOf(range);
      yield* (await this.content.open(range)) as AsyncIterable<Uint8Array>;
    }
    yield this.end;
  }

  private headOf({ start, end }: ByteRange): string {
    const { type, size } = this.content;
    return `\r\n--${this.boundary}\r\ncontent-type: ${type}\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n`;
  }

  private get end(): string {
    return `\r\n--${this.boundary}--\r\n`;
  }
}

const lengthOf = ({ start, end }: ByteRange): number => end - start + 1;

/**
 * A `Content-Disposition` for a file with this name: as UTF-8, and in ASCII for clients that do not read that (RFC 6266). Nothing of
 * the name can end the header or lead to another folder.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escape);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
