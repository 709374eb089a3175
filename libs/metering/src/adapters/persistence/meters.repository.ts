import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import { anyOf, inTransaction } from '#engine/persistence';
import type { Filter } from '../../domain/filter.ts';
import type { Meter } from '../../domain/meter.ts';
import { type ActiveMeters, activeMeters } from '../../domain/meter-budget.ts';
import { type KnownUses, Meters, type WhichMeter } from '../../domain/meters.ts';
import { type MeteringTables, meterRows } from './meter.mapping.ts';
import { forgetUsage } from './subject-usage.ts';
import { Transaction } from './transaction.ts';

/** The highest sequence number of an event. Under the exclusive lock, all events up to it are committed. */
const LATEST_SEQ = sql`(select case when is_called then last_value else 0 end from metering.event_seq)`;

@Injectable()
export class MikroOrmMeters extends Meters {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(meter: Meter): Promise<void> {
    return inTransaction(this.em, 'new Meter', async (inner) => {
      const db = inner.getKysely<object>();
      await Transaction.lockOrganization(db, meter.organizationId, 'exclusive');
      meter.assertFits(await otherMeters(db, meter));
      await meterRows.insert(inner, [meter]);
      await insertBackfill(db, meter, sql`0`);
    });
  }

  async change<T>(which: WhichMeter, by: (meter: Meter, known: KnownUses) => Sync<T>): Promise<T> {
    const organizationId = await this.organizationOf(which);
    return inTransaction(this.em, 'Meter', async (inner) => {
      const db = inner.getKysely<object>();
      await Transaction.lockOrganization(db, organizationId, 'exclusive');
      const locked = await meterRows.lock(inner, { id: which.id, organizationId });
      const [meter] = locked.all;
      if (!meter) throw new ResourceNotFound();
      const known = { hasCounted: await hasCountedEvents(db, which.id), others: await otherMeters(db, meter) };
      const before = { definition: definitionOf(meter), isArchived: meter.isArchived };
      const outcome = by(meter, known);
      await locked.save();
      if (definitionOf(meter) !== before.definition) await restartBackfill(db, meter, before.isArchived);
      if (meter.isArchived && !before.isArchived) await stopCounting(db, meter);
      if (!meter.isArchived && before.isArchived) await resumeCounting(db, meter);
      return outcome as T;
    });
  }

  async organizationOf({ id, organizations }: WhichMeter): Promise<string> {
    const meters = this.em.getKysely<MeteringTables>().selectFrom('metering.meters').select('organization_id');
    const row = await meters.where('id', '=', id).where(anyOf('organization_id', organizations)).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.organization_id;
  }
}

type Db = Kysely<object>;

const definitionOf = ({ snapshot: { filter, aggregation } }: Meter): string => JSON.stringify([filter, aggregation]);

/** A meter that has counted events has at least one usage bucket. */
async function hasCountedEvents(db: Db, meterId: string): Promise<boolean> {
  const statement = sql<{ exists: boolean }>`select exists (select from metering.usage_buckets where meter_id = ${meterId})`;
  return (await statement.execute(db)).rows[0]!.exists;
}

/** Under the exclusive lock of the organization, so that no other meter is added or changed meanwhile. */
async function otherMeters(db: Db, { id, organizationId }: Meter): Promise<ActiveMeters> {
  const { rows } = await sql<{ filter: Filter }>`
    select filter from metering.meters where organization_id = ${organizationId} and archived_at is null and id <> ${id}`.execute(
    db,
  );
  return activeMeters(rows.map(({ filter }) => filter));
}

/** Inserts a backfill of all events after a sequence number, if there are any. */
async function insertBackfill(db: Db, { id, organizationId }: Meter, after: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into metering.backfills (meter_id, organization_id, after_seq, to_seq)
    select ${id}, ${organizationId}, after, newest from (select ${after} as after, ${LATEST_SEQ} as newest) as bounds where after < newest`.execute(
    db,
  );
}

/** The meter has counted nothing yet, so its backfill starts over. The backfill of an archived meter starts when it is unarchived. */
async function restartBackfill(db: Db, meter: Meter, isArchived: boolean): Promise<void> {
  for (const statement of forgetUsage(meter.organizationId, meter.id)) await statement.execute(db);
  await sql`delete from metering.backfills where meter_id = ${meter.id}`.execute(db);
  await sql`update metering.balances set func = ${meter.snapshot.aggregation.func} where meter_id = ${meter.id}`.execute(db);
  if (isArchived) await sql`update metering.meters set counted_to = 0 where id = ${meter.id}`.execute(db);
  else await insertBackfill(db, meter, sql`0`);
}

/** Stores up to which event an archived meter has counted. */
const stopCounting = (db: Db, { id }: Meter) =>
  sql`update metering.meters set counted_to = ${LATEST_SEQ} where id = ${id}`.execute(db);

/** Counts again with a new number, as a new meter does, and backfills the events that arrived while the meter was archived. */
async function resumeCounting(db: Db, meter: Meter): Promise<void> {
  await insertBackfill(db, meter, sql`(select coalesce(counted_to, 0) from metering.meters where id = ${meter.id})`);
  await sql`update metering.meters set counted_to = null, number = default where id = ${meter.id}`.execute(db);
}
