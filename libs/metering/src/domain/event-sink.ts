/** A usage event as it was stored. Times are in ISO 8601, in UTC. */
export interface EventRecord {
  readonly seq: string;
  readonly id: string;
  readonly organization_id: string;
  readonly ingested_at: string;
  readonly timestamp: string;
  readonly source: string;
  readonly name: string;
  readonly customer_id: string | null;
  readonly external_customer_id: string | null;
  readonly member_id: string | null;
  readonly external_member_id: string | null;
  readonly external_id: string | null;
  readonly parent: string | null;
  /** JSON, because numbers in it may have more digits than those of JavaScript. */
  readonly metadata: string;
}

/** All stored events from one position, exclusive, to another one. */
export interface EventRange {
  readonly after: string;
  readonly to: string;
  readonly events: readonly EventRecord[];
}

/** Keeps usage events outside of the database, for longer than the database does. */
export abstract class EventSink {
  /** Under which the database remembers how far events were handed over. */
  abstract readonly name: 'clickhouse' | 's3';

  /** Resolves when the sink keeps all events of the range. Those of a range that is stored again are kept once. */
  abstract store(range: EventRange, stop: AbortSignal): Promise<void>;
}

/** The sink that the settings name. */
export abstract class EventSinks {
  abstract readonly used: EventSink | undefined;
}
