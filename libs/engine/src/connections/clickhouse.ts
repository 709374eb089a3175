/** A table of a ClickHouse server. */
export interface ClickHouseTable {
  /** With credentials and database. */
  readonly url: string;
  readonly table: string;
}

/** The server could not do what it was asked. */
export class ClickHouseUnavailable extends Error {
  constructor({ table }: ClickHouseTable, reason: unknown) {
    const { code, type, message } = reason as { readonly code?: string; readonly type?: string; readonly message?: string };
    const detail = [...new Set([code, type, message])].filter(Boolean).join(', ');
    super(`The table ${table} at EVENTS_SINK_CLICKHOUSE_URL fails: ${detail}.`, { cause: reason });
  }
}
