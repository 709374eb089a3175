import type { ClickHouseClient } from '@clickhouse/client';
import { type ClickHouseTable, ClickHouseUnavailable } from '#engine/connections';
import { type EventRange, EventSink } from '../../domain/event-sink.ts';

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
