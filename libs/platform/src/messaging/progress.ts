import type pg from 'pg';
import type { Delivery } from './deliveries.ts';

const PROCESSED = `select event_id::text, subscriber from platform.processed
  where (event_id, subscriber) in (select * from unnest($1::bigint[], $2::text[]))`;

/** Notes those that stored nothing and so were not noted with it; events that nobody has still to hear of are done. */
const NOTE = `with noted as (
    insert into platform.processed (event_id, subscriber) select * from unnest($1::bigint[], $2::text[]) on conflict do nothing
  )
  update platform.outbox set done_at = now() where id = any($3::bigint[]) and done_at is null`;

/** Which deliveries are over. */
export class Progress {
  constructor(private readonly pool: pg.Pool) {}

  async stillOpen<D extends Delivery>(deliveries: readonly D[]): Promise<D[]> {
    const { rows } = await this.pool.query<{ event_id: string; subscriber: string }>({
      name: 'outbox-processed',
      text: PROCESSED,
      values: columns(deliveries),
    });
    const over = new Set(rows.map(({ event_id, subscriber }) => `${event_id} ${subscriber}`));
    return deliveries.filter(({ event, subscriber }) => !over.has(`${event.id} ${subscriber}`));
  }

  /** `whole`: every event is there with all of its deliveries. */
  async note(all: readonly Delivery[], failed: ReadonlySet<Delivery>, { whole }: { whole: boolean }): Promise<void> {
    const over = all.filter((delivery) => !failed.has(delivery));
    const unfinished = new Set([...failed].map(({ event }) => event.id));
    const done = whole ? over.map(({ event }) => event.id).filter((id) => !unfinished.has(id)) : [];
    await this.pool.query({ name: 'outbox-note', text: NOTE, values: [...columns(over), done] });
  }
}

const columns = (deliveries: readonly Delivery[]): [string[], string[]] => [
  deliveries.map(({ event }) => event.id),
  deliveries.map(({ subscriber }) => subscriber),
];
