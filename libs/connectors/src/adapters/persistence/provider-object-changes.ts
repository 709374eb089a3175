import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore, arrayOf } from '#engine/persistence';
import type { Outcome } from '../../domain/outcome.ts';
import { columnsOf } from './provider-events.repository.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { listedOf, type ProviderObjectRow } from './provider-object-row.ts';

type StoredStatus = ConnectorsTables['connectors.subjects']['status'];

interface Which {
  readonly id: string;
  /** Whether the reported state is read. */
  readonly isRead: boolean;
}

/** A row that is locked. What is set is written. */
class LockedObject {
  private modifiedAt: Date | null = null;
  private outcome: Outcome | null = null;
  private isChanged = false;

  constructor(
    readonly row: ProviderObjectRow & { status: StoredStatus },
    readonly isListed: boolean,
  ) {}

  get organizationId(): string {
    return this.row.organization_id;
  }

  set(changes: Partial<Pick<ProviderObjectRow, 'revision' | 'result_id' | 'orders'>>): void {
    Object.assign(this.row, changes);
    this.isChanged = true;
  }

  settle(outcome: Outcome, now: Date): void {
    const status = outcome.status === 'ignored' ? 'processed' : outcome.status;
    this.isChanged ||= status !== this.row.status;
    this.row.status = status;
    this.outcome = outcome;
    this.modifiedAt = now;
  }

  /** What is to be written, if anything is. */
  get written() {
    return this.isChanged ? [{ ...this.row, modifiedAt: this.modifiedAt }] : [];
  }

  /** What became of its events, if that is known now. */
  get settled() {
    return this.outcome === null ? [] : [{ id: this.row.id, ...columnsOf(this.outcome), now: this.modifiedAt! }];
  }
}

/** In the order of their ids, so that no transaction waits for another in a circle. */
const LOCK = `select s.id, s.organization_id, s.connector_id, s.ref, case when w.is_read then s.knowledge end as knowledge,
    s.revision::float8 as revision, s.result_id, s.orders, s.created_at, s.status
  from unnest($1::uuid[], $2::boolean[]) as w (id, is_read)
  join connectors.subjects s on s.id = w.id order by s.id for no key update of s`;

const LISTED = listedOf('unnest($1::uuid[]) as w (id) join connectors.subjects s on s.id = w.id');

const WRITE = `update connectors.subjects s set revision = w.revision, result_id = w.result_id, orders = w.orders, status = w.status,
    modified_at = coalesce(w.modified_at, s.modified_at)
  from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::jsonb[], $5::text[], $6::timestamptz[])
    as w (id, revision, result_id, orders, status, modified_at)
  where s.id = w.id`;

const SETTLE_EVENTS = `update connectors.events e set status = w.status, problem_code = w.problem_code, problem = w.problem, modified_at = w.now
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) as w (id, status, problem_code, problem, now)
  where e.subject_id = w.id and e.status in ('pending', 'waiting', 'failed')`;

const column = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] => rows.map((row) => row[key]);

/** The store of everything that changes provider objects, but for what is reported of them. */
export const providerObjectChanges = (pool: () => Promise<Pool>): AggregateStore<Which, LockedObject> =>
  aggregateStore(pool, {
    name: 'object of a payment provider',
    batchOf: (requests) => {
      const read = new Set(requests.flatMap(({ id, isRead }) => (isRead ? id : [])));
      const ids = [...new Set(column(requests, 'id'))];
      return {
        reads: [
          { name: 'provider-objects-lock', text: LOCK, values: [ids, ids.map((id) => read.has(id))] },
          { name: 'provider-objects-listed', text: LISTED, values: [[...read]] },
        ],
        load: (rows) => {
          const listed = new Set((rows[1] as { id: string }[]).map(({ id }) => id));
          const locked = new Map(
            (rows[0] as LockedObject['row'][]).map((row) => [row.id, new LockedObject(row, listed.has(row.id))]),
          );
          return { found: requests.map(({ id }) => locked.get(id)), writes: writesFor };
        },
      };
    },
  });

function writesFor(changed: readonly LockedObject[]) {
  const written = changed.flatMap((object) => object.written);
  const settled = changed.flatMap((object) => object.settled);
  const rows = [
    column(written, 'id'),
    column(written, 'revision'),
    column(written, 'result_id'),
    arrayOf('jsonb', column(written, 'orders')),
    column(written, 'status'),
    arrayOf('timestamptz', column(written, 'modifiedAt')),
  ];
  const events = [
    column(settled, 'id'),
    column(settled, 'status'),
    column(settled, 'problem_code'),
    column(settled, 'problem'),
    arrayOf('timestamptz', column(settled, 'now')),
  ];
  return [
    ...(written.length > 0 ? [{ name: 'provider-objects-write', text: WRITE, values: rows }] : []),
    ...(settled.length > 0 ? [{ name: 'provider-objects-settle-events', text: SETTLE_EVENTS, values: events }] : []),
  ];
}
