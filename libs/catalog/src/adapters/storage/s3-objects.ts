import { Readable } from 'node:stream';
import { loadS3Sdk, type S3Bucket, type S3Sdk, S3Unavailable } from '#engine/connections';
import { Measure } from './measure.ts';

/** In bytes: the smallest piece of an upload that S3 accepts. Two are sent at the same time. */
const PIECE = 5 * 1024 * 1024;
const PIECES = 2;
/** How long a request without a long body may take until the response begins, with all of its attempts. */
const ANSWER_MS = 5_000;
/** A transfer that began earlier goes on. */
const LINK_SECONDS = 5 * 60;

export interface LinkHeaders {
  readonly type: string;
  readonly disposition: string;
}

const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as Error).name);
const isTaken = (error: unknown): boolean => ['PreconditionFailed', 'ConditionalRequestConflict'].includes((error as Error).name);

/** Gives up if the response has not begun in time. Its body may take longer. */
async function answered<T>(send: (options: { readonly abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), ANSWER_MS);
  try {
    return await send({ abortSignal: silence.signal });
  } catch (error) {
    throw silence.signal.aborted ? new Error(`no response within ${ANSWER_MS / 1_000} seconds`) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The objects of a bucket by their keys. An object exists once all of it was received and checked. Throws `S3Unavailable`. */
export class S3Objects {
  private loaded: Promise<S3Sdk> | undefined;

  constructor(private readonly bucket: S3Bucket) {}

  /** Nothing is stored if `bytes` or `end`, which gets their measure, throws. */
  async put<T>(key: string, bytes: AsyncIterable<Uint8Array>, end: (measured: Measure) => T): Promise<T> {
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

  /** Stores the text, unless there is such an object. */
  async putFirst(key: string, text: string): Promise<void> {
    await this.ask(async ({ client, PutObjectCommand }) => {
      const put = new PutObjectCommand({ ...this.stored(key), Body: text, IfNoneMatch: '*' });
      await answered((options) => client.send(put, options)).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
      });
    });
  }

  /** The bytes, or those of a range such as `bytes=0-9`; null if there is no such object. Reading them may throw other errors. */
  get(key: string, range?: string): Promise<Readable | null> {
    return this.ask(async ({ client, GetObjectCommand }) => {
      try {
        const read = new GetObjectCommand({ ...this.at(key), Range: range });
        const { Body } = await answered((options) => client.send(read, options));
        return Body as Readable;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  /** In bytes; null if there is no such object. */
  size(key: string): Promise<number | null> {
    return this.ask(async ({ client, HeadObjectCommand }) => {
      try {
        const head = new HeadObjectCommand(this.at(key));
        return (await answered((options) => client.send(head, options))).ContentLength!;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  async rename(from: string, to: string): Promise<void> {
    const CopySource = `${this.bucket.bucket}/${from}`;
    await this.ask(({ client, CopyObjectCommand }) => client.send(new CopyObjectCommand({ ...this.stored(to), CopySource })));
    await this.remove(from);
  }

  async remove(key: string): Promise<void> {
    await this.ask(({ client, DeleteObjectCommand }) =>
      answered((options) => client.send(new DeleteObjectCommand(this.at(key)), options)),
    );
  }

  /** Removes all objects below it, and what uploads have sent that were interrupted. */
  removeAll(prefix: string): Promise<void> {
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

  /** An address where everybody may get the object for five minutes, under these headers. */
  link(key: string, { type, disposition }: LinkHeaders): Promise<string> {
    const headers = {
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    };
    return this.ask(({ client, getSignedUrl, GetObjectCommand }) =>
      getSignedUrl(client, new GetObjectCommand({ ...this.at(key), ...headers }), { expiresIn: LINK_SECONDS }),
    );
  }

  private async ask<T>(work: (sdk: S3Sdk) => Promise<T>): Promise<T> {
    const sdk = await (this.loaded ??= loadS3Sdk(this.bucket));
    try {
      return await work(sdk);
    } catch (error) {
      throw error instanceof S3Unavailable ? error : new S3Unavailable(this.bucket, error);
    }
  }

  private at(key: string) {
    return { Bucket: this.bucket.bucket, Key: key };
  }

  private stored(key: string) {
    return { ...this.at(key), ServerSideEncryption: this.bucket.encryption };
  }
}
