import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type S3Bucket, S3Unavailable } from '#platform/connections';
import { type Draft, MediaStore, type PartContent } from '../../domain/media-store.ts';
import { Measure } from './measure.ts';

/** In bytes: the smallest piece of an upload that S3 accepts. Two are sent at the same time. */
const PIECE = 5 * 1024 * 1024;
const PIECES = 2;
/** Each download that the service sends holds a connection. */
const MAX_CONNECTIONS = 1000;
const CONNECT_MS = 3_000;
const SILENT_MS = 30_000;
/** A transfer that began earlier goes on. */
const LINK_SECONDS = 5 * 60;

interface LinkHeaders {
  readonly type: string;
  readonly disposition: string;
}

type Sdk = Awaited<ReturnType<typeof load>>;

/** The SDK is loaded with the first file: a process without a bucket does not pay for it. */
async function load({ endpoint, region, hasPathStyle, credentials }: S3Bucket) {
  const [s3, { Upload }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle: hasPathStyle,
    credentials,
    // Files have digests of our own, and not every server knows those of AWS.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS, httpAgent: agent, httpsAgent: agent },
  });
  return { ...s3, Upload, getSignedUrl, client };
}

const isMissing = (error: unknown): boolean => (error as Error).name === 'NoSuchKey';

/**
 * Stores files in a bucket. `<prefix><first two characters of the id>/<id>/` has the same names as the folder of a file. An object
 * exists once all of it was received and checked. Throws `S3Unavailable`.
 */
export class S3MediaStore extends MediaStore {
  private loaded: Promise<Sdk> | undefined;

  /** Where the bucket itself sends the content, which is not known to exist; undefined if downloads are not to lead there. */
  readonly link: ((file: string, sha256: string, headers: LinkHeaders) => Promise<string>) | undefined;

  constructor(private readonly bucket: S3Bucket) {
    super();
    if (bucket.redirects) this.link = (file, sha256, headers) => this.signed(this.whole(file, sha256), headers);
  }

  putPart(
    file: string,
    { number, maxSize }: { readonly number: number; readonly maxSize: number },
    bytes: AsyncIterable<Uint8Array>,
    check: (content: PartContent) => void,
  ): Promise<PartContent> {
    return this.upload(this.part(file, number), upTo(maxSize, bytes), (measured) => {
      const content = { number, ...measured.result() };
      check(content);
      return content;
    });
  }

  async assemble(file: string, numbers: readonly number[]): Promise<Draft> {
    const draft = `${this.of(file)}whole.${randomUUID()}`;
    const parts: PartContent[] = [];
    const content = await this.upload(draft, this.reading(file, numbers, parts), (whole) => ({
      parts,
      ...whole.result(),
      head: whole.head,
    }));
    const discard = (): Promise<void> =>
      this.ask(({ client, DeleteObjectCommand }) => client.send(new DeleteObjectCommand(this.at(draft)))).then(() => undefined);
    return {
      content,
      discard,
      keep: async () => {
        const source = `${this.bucket.bucket}/${draft}`;
        const target = this.stored(this.whole(file, content.sha256));
        await this.ask(({ client, CopyObjectCommand }) => client.send(new CopyObjectCommand({ ...target, CopySource: source })));
        await discard();
      },
    };
  }

  removeParts(file: string): Promise<void> {
    return this.removeAll(`${this.of(file)}parts/`);
  }

  remove(file: string): Promise<void> {
    return this.removeAll(this.of(file));
  }

  /** The content of a file with this digest, or a range of it (`end` is inclusive); null if it is not stored. */
  read(file: string, sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null> {
    return this.get(this.whole(file, sha256), range && `bytes=${range.start}-${range.end}`);
  }

  private signed(key: string, { type, disposition }: LinkHeaders): Promise<string> {
    const headers = {
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    };
    return this.ask(({ client, getSignedUrl, GetObjectCommand }) =>
      getSignedUrl(client, new GetObjectCommand({ ...this.at(key), ...headers }), { expiresIn: LINK_SECONDS }),
    );
  }

  /** Nothing is stored if `bytes` or `end`, which gets their measure, throws. */
  private async upload<T>(key: string, bytes: AsyncIterable<Uint8Array>, end: (measured: Measure) => T): Promise<T> {
    let result: T | undefined;
    let failure: unknown;
    async function* measured(): AsyncGenerator<Uint8Array> {
      const measure = new Measure();
      try {
        for await (const chunk of bytes) {
          measure.add(chunk);
          yield chunk;
        }
        result = end(measure);
      } catch (error) {
        failure = error;
        throw error;
      }
    }
    const params = { ...this.stored(key), Body: Readable.from(measured(), { objectMode: false }) };
    try {
      await this.ask(({ client, Upload }) => new Upload({ client, params, partSize: PIECE, queueSize: PIECES }).done());
      return result!;
    } catch (error) {
      throw failure && (error as Error).cause === failure ? failure : error;
    }
  }

  /** The bytes of the parts that are stored, each of which is added to `parts`. */
  private async *reading(file: string, numbers: readonly number[], parts: PartContent[]): AsyncGenerator<Uint8Array> {
    for (const number of numbers) {
      const bytes = await this.get(this.part(file, number));
      if (!bytes) continue;
      const part = new Measure();
      try {
        for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
          part.add(chunk);
          yield chunk;
        }
      } catch (error) {
        throw new S3Unavailable(this.bucket, error);
      }
      parts.push({ number, ...part.result() });
    }
  }

  private get(key: string, range?: string): Promise<Readable | null> {
    return this.ask(async ({ client, GetObjectCommand }) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...this.at(key), Range: range }));
        return Body as Readable;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  /** Also removes what uploads have sent that were interrupted. */
  private removeAll(prefix: string): Promise<void> {
    const { bucket: Bucket } = this.bucket;
    return this.ask(async ({ client, ...sdk }) => {
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        const Objects = Contents.map(({ Key }) => ({ Key }));
        if (Objects.length > 0) await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      }
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
      for (const { Key, UploadId } of Uploads) {
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    });
  }

  private async ask<T>(work: (sdk: Sdk) => Promise<T>): Promise<T> {
    const sdk = await (this.loaded ??= load(this.bucket));
    try {
      return await work(sdk);
    } catch (error) {
      throw new S3Unavailable(this.bucket, error);
    }
  }

  private at(key: string) {
    return { Bucket: this.bucket.bucket, Key: key };
  }

  private stored(key: string) {
    return { ...this.at(key), ServerSideEncryption: this.bucket.encryption };
  }

  private of(file: string): string {
    return `${this.bucket.prefix}${file.slice(0, 2)}/${file}/`;
  }

  private part(file: string, number: number): string {
    return `${this.of(file)}parts/${number}`;
  }

  private whole(file: string, sha256: string): string {
    return `${this.of(file)}${sha256}`;
  }
}

/** Ends with the chunk that exceeds so many bytes. */
async function* upTo(maxSize: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    yield chunk;
    if (size > maxSize) return;
  }
}
