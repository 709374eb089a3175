import {
  type ClickHouseTable,
  type S3Bucket,
  ClickHouseUnavailable,
  loadS3Sdk,
  type S3Sdk,
  S3Unavailable,
} from '#engine/connections';
import { EventSink, EventSinks, type EventRange, type EventRecord } from '../../domain/event-sink.ts';
import type { ClickHouseClient } from '@clickhouse/client';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

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

const REQUEST_MS = 30_000;

/** Inserts events into a table, which removes those with the same id. Throws `ClickHouseUnavailable`. */
export class ClickHouseEventSink extends EventSink {
  readonly name = 'clickhouse';
  private client: Promise<ClickHouseClient> | undefined;

  constructor(private readonly place: ClickHouseTable) {
    super();
  }

  async store({ events }: EventRange, stop: AbortSignal): Promise<void> {
    const client = await (this.client ??= open(this.place));
    try {
      await client.insert({ table: this.place.table, values: events, format: 'JSONEachRow', abort_signal: stop });
    } catch (error) {
      throw new ClickHouseUnavailable(this.place, error);
    }
  }
}

/** The client is loaded when it is needed: who has no ClickHouse does not pay for it. */
async function open({ url }: ClickHouseTable): Promise<ClickHouseClient> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  return createClient({
    url,
    application: 'latchkey',
    request_timeout: REQUEST_MS,
    max_open_connections: 1,
    compression: { request: true },
    log: { level: ClickHouseLogLevel.OFF },
    // Answered once the rows are stored, whatever the profile of the user says.
    clickhouse_settings: { async_insert: 0, date_time_input_format: 'best_effort' },
  });
}

interface Settings {
  readonly eventSink: { readonly clickHouse?: ClickHouseTable; readonly s3?: S3Bucket } | undefined;
}

export class ConfiguredEventSinks extends EventSinks {
  readonly used: EventSink | undefined;

  constructor({ eventSink: { clickHouse, s3 } = {} }: Settings) {
    super();
    this.used = clickHouse ? new ClickHouseEventSink(clickHouse) : s3 && new S3EventSink(s3);
  }
}
