import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadS3Sdk, type S3Bucket, type S3Sdk, S3Unavailable } from '#engine/connections';
import { type EventRange, EventSink, type EventRecord } from '../../domain/event-sink.ts';

const compress = promisify(gzip);
const DIGITS_OF_POSITIONS = 19;

/** Stores a range as an object of lines of JSON, compressed. Its key is that of the range. Throws `S3Unavailable`. */
export class S3EventSink extends EventSink {
  readonly name = 's3';
  private sdk: Promise<S3Sdk> | undefined;

  constructor(private readonly bucket: S3Bucket) {
    super();
  }

  async store(range: EventRange, stop: AbortSignal): Promise<void> {
    const { bucket: Bucket, encryption: ServerSideEncryption } = this.bucket;
    const Body = await compress(range.events.map(lineOf).join(''));
    const { client, PutObjectCommand } = await (this.sdk ??= loadS3Sdk(this.bucket));
    const put = new PutObjectCommand({
      Bucket,
      Key: this.keyOf(range),
      Body,
      ContentType: 'application/gzip',
      ServerSideEncryption,
    });
    try {
      await client.send(put, { abortSignal: stop });
    } catch (error) {
      throw new S3Unavailable(this.bucket, error);
    }
  }

  private keyOf({ after, to }: EventRange): string {
    const [first, last] = [BigInt(after) + 1n, to].map((position) => String(position).padStart(DIGITS_OF_POSITIONS, '0'));
    return `${this.bucket.prefix}events-${first}-${last}.ndjson.gz`;
  }
}

const lineOf = ({ metadata, ...event }: EventRecord): string => `${JSON.stringify(event).slice(0, -1)},"metadata":${metadata}}\n`;
