import type { ClickHouseTable, S3Bucket } from '#engine/connections';
import { type EventSink, EventSinks } from '../../domain/event-sink.ts';
import { ClickHouseEventSink } from './clickhouse-event-sink.ts';
import { S3EventSink } from './s3-event-sink.ts';

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
