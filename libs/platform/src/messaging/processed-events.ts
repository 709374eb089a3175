import pg from 'pg';
import type { Delivery, QueuedDelivery } from './deliveries.ts';
import { OUTBOX_COLUMNS, type OutboxRow } from '#engine/outbox';
import { published } from './published-event.ts';

/** An event that is done, or no longer in the outbox, was processed by all subscribers. */
const EVENTS = `select ${OUTBOX_COLUMNS},
    array(select p.subscriber from platform.processed p where p.event_id = o.id) as processed
  from platform.outbox o where o.id = any($1::bigint[]) and o.done_at is null`;

/** Records deliveries of events that have further ones, unless a transaction of their subscriber did. Its parameters follow this number. */
const insertProcessed = (before: number): string =>
  `insert into platform.processed (event_id, subscriber) select * from unnest($${before + 1}::bigint[], $${before + 2}::text[])
    on conflict do nothing`;

/** Marks events as done. */
const markAsDone = (before: number): string =>
  `update platform.outbox set done_at = now() where id = any($${before + 3}::bigint[]) and done_at is null`;

const RECORD = `with recorded as (${insertProcessed(0)}) ${markAsDone(0)}`;

/** The same within another statement with so many parameters before those of a `Recording`: the beginning of its `with`. */
export const recordingWithin = (parameters: number): string =>
  `recorded as (${insertProcessed(parameters)}), done as (${markAsDone(parameters)})`;

/** What is to be recorded: deliveries of events that have further ones, and the ids of events that are done. */
export type Recording = readonly [events: readonly string[], subscribers: readonly string[], done: readonly string[]];

const NOTHING: Recording = [[], [], []];

interface WaitingRecording {
  readonly recording: Recording;
  resolve(): void;
  reject(error: unknown): void;
}

/** Reads and writes which deliveries are processed. */
export class ProcessedEvents {
  private waiting: WaitingRecording[] = [];
  /** Asks for the next events to be taken soon; undefined if nobody takes any. */
  private takeSoon: (() => void) | undefined;

  constructor(private readonly pool: pg.Pool) {}

  /** From now on, `recordWithNext` leaves what it records to whoever takes events. */
  leaveToTaker(takeSoon: () => void): void {
    this.takeSoon = takeSoon;
  }

  /** No further events are taken: what waits is recorded now, and the rest at once. */
  async close(): Promise<void> {
    this.takeSoon = undefined;
    await this.flush();
  }

  /** The deliveries that are not recorded as processed, with their events. */
  async pending(deliveries: readonly QueuedDelivery[]): Promise<Delivery[]> {
    if (deliveries.length === 0) return [];
    const { rows } = await this.pool.query<OutboxRow & { readonly processed: readonly string[] }>({
      name: 'outbox-still-open',
      text: EVENTS,
      values: [[...new Set(deliveries.map(({ eventId }) => eventId))]],
      types: pg.types,
    } as pg.QueryConfig);
    const events = new Map(rows.map((row) => [row.id, { event: published(row), processed: new Set(row.processed) }]));
    return deliveries.flatMap(({ eventId, subscriber }) => {
      const found = events.get(eventId);
      return found && !found.processed.has(subscriber) ? { subscriber, event: found.event } : [];
    });
  }

  /** `done` has the ids of events that all of their subscribers have processed: their deliveries need no records. */
  record(processed: readonly Delivery[], done: readonly string[]): Promise<void> {
    return this.write(recordingOf(processed, done));
  }

  /** Records it with the statement that takes the next events, which is asked for where it is urgent. Resolves when it is stored. */
  recordWithNext(processed: readonly Delivery[], done: readonly string[], { isUrgent = true } = {}): Promise<void> {
    const recording = recordingOf(processed, done);
    if (!this.takeSoon) return this.write(recording);
    return new Promise((resolve, reject) => {
      this.waiting.push({ recording, resolve, reject });
      if (isUrgent) this.takeSoon!();
    });
  }

  /** Has `store` record what waits, with a statement of its own choice. If that fails, the events are delivered again later. */
  async recordBy<T>(store: (recording: Recording) => Promise<T>): Promise<T> {
    const waiting = this.waiting.splice(0);
    try {
      const result = await store(merged(waiting));
      for (const { resolve } of waiting) resolve();
      return result;
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      throw error;
    }
  }

  /** Records what waits. Whoever waits for it gets the error. */
  async flush(): Promise<void> {
    if (this.waiting.length > 0) await this.recordBy((recording) => this.write(recording)).catch(() => undefined);
  }

  private async write(recording: Recording): Promise<void> {
    if (recording.every(({ length }) => length === 0)) return;
    await this.pool.query({ name: 'outbox-note', text: RECORD, values: [...recording] });
  }
}

function recordingOf(processed: readonly Delivery[], done: readonly string[]): Recording {
  const areDone = new Set(done);
  const others = processed.filter(({ event }) => !areDone.has(event.id));
  return [others.map(({ event }) => event.id), others.map(({ subscriber }) => subscriber), done];
}

function merged(waiting: readonly WaitingRecording[]): Recording {
  const [first = { recording: NOTHING }, ...others] = waiting;
  if (others.length === 0) return first.recording;
  const all = waiting.map(({ recording }) => recording);
  return [all.flatMap(([events]) => events), all.flatMap(([, subscribers]) => subscribers), all.flatMap(([, , done]) => done)];
}
