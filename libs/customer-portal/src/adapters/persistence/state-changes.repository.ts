import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { asBulkWork, caused, insertEvents, isBulkWork } from '#engine/outbox';
import { type AggregateStore, aggregateStore, pgPool, PipelinedTransaction } from '#engine/persistence';
import { CustomerStateChanged } from '../../domain/customer.events.ts';
import { type ChangedCustomer, StateChanges } from '../../domain/state-changes.ts';

const BATCH = 1_000;

/** In the order of the ids to avoid deadlocks. The event of a change that somebody may be waiting for is no bulk event. */
const NOTE = {
  name: 'state-changes-note',
  text: `insert into customer_portal.state_changes as s (organization_id, customer_id, is_bulk)
    select w.organization_id, w.customer_id, $3 from unnest($1::uuid[], $2::uuid[]) as w (organization_id, customer_id)
    join customer_portal.customers c on c.id = w.customer_id and c.organization_id = w.organization_id
    group by 1, 2 order by 1, 2
    on conflict (organization_id, customer_id) do update set is_bulk = s.is_bulk and excluded.is_bulk`,
};

/** A change that is noted while its row is being deleted waits for the deletion, and is then noted again. */
const TAKE = {
  name: 'state-changes-take',
  text: `delete from customer_portal.state_changes where (organization_id, customer_id) in (
      select organization_id, customer_id from customer_portal.state_changes limit ${BATCH} for update skip locked
    ) returning organization_id, customer_id, is_bulk`,
};

/** External IDs are read by a statement of their own: Citus does not join a deletion with a table of which every node has a copy. */
const EXTERNAL_IDS = {
  name: 'state-changes-external-ids',
  text: `select c.id, case when c.deleted_at is null then c.external_id else c.metadata ->> '__external_id' end as external_id
    from customer_portal.customers c where c.id = any($1::uuid[])`,
};

interface TakenRow {
  readonly organization_id: string;
  readonly customer_id: string;
  readonly is_bulk: boolean;
}

interface CustomerRow {
  readonly id: string;
  readonly external_id: string | null;
}

@Injectable()
export class PgStateChanges extends StateChanges {
  private readonly notes: AggregateStore<ChangedCustomer, ChangedCustomer>;

  constructor(private readonly em: EntityManager) {
    super();
    this.notes = aggregateStore(() => pgPool(em), {
      name: 'state change',
      batchOf: (requests) => ({
        found: requests,
        writes: (changed) => {
          const ids = [changed.map(({ organizationId }) => organizationId), changed.map(({ customerId }) => customerId)];
          return [{ ...NOTE, values: [...ids, isBulkWork()] }];
        },
      }),
    });
  }

  note(customer: ChangedCustomer): Promise<void> {
    return this.notes.insert(customer);
  }

  async publishSome(now: Date): Promise<boolean> {
    const { transaction, rows } = await PipelinedTransaction.begin(await pgPool(this.em), [{ ...TAKE, values: [] }]);
    const taken = rows[0] as TakenRow[];
    if (taken.length === 0) {
      await transaction.rollback();
      return false;
    }
    const ids = taken.map(({ customer_id }) => customer_id);
    const [customers] = await transaction.read([{ ...EXTERNAL_IDS, values: [ids] }]);
    const externalIds = new Map((customers as CustomerRow[]).map(({ id, external_id }) => [id, external_id]));
    const inserts = [true, false].flatMap((isBulk) => {
      const events = taken
        .filter((row) => row.is_bulk === isBulk && externalIds.has(row.customer_id))
        .map((row) => new CustomerStateChanged(row.organization_id, row.customer_id, now, externalIds.get(row.customer_id)!));
      return asBulkWork(isBulk, () => insertEvents(events.map((event) => caused([event]))));
    });
    await transaction.commit(inserts);
    return taken.length === BATCH;
  }
}
