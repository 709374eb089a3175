import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { newId } from '#kernel';
import { caused, type CausedEvent, insertEvents } from '#engine/outbox';
import { DeferredWrites, pgPool, PipelinedTransaction } from '#engine/persistence';
import { type KeyRefusal, KeyRefusals, TOLD_AFTER_MS } from '../../domain/keys/key-refusals.ts';
import { hourOf, type HourlyUses } from '../../domain/keys/key-uses.ts';
import type { LicenseKeyActivationRefused } from '../../domain/keys/refusal.events.ts';
import { addedUp, addUses } from './key-use-statements.ts';

const AFTER_MS = 5_000;

interface Counter extends KeyRefusal {
  count: number;
  /** How many of them were in which hour. */
  readonly hours: Map<number, number>;
  lastAt: Date;
  /** The first of those that wait. */
  event: CausedEvent | undefined;
}

/** Rows are locked in the order of their primary key, so that two processes cannot deadlock. */
const ADD = `insert into licensing.key_refusals as r (organization_id, license_key_id, operation, code, id, count, last_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::timestamptz[]) order by 1, 2, 3, 4
  on conflict (organization_id, license_key_id, operation, code) do update
    set count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at)`;

/** Notes of which keys it is told now: of those of which it was not in the last hour. Whoever comes second waits for the row. */
const TELL = `insert into licensing.told_refusals as t (organization_id, license_key_id, told_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) order by 1, 2
  on conflict (organization_id, license_key_id) do update set told_at = excluded.told_at
    where t.told_at <= excluded.told_at - make_interval(secs => ${TOLD_AFTER_MS / 1000})
  returning license_key_id as id`;

/** What cannot be stored is kept and stored later. */
@Injectable()
export class PgKeyRefusals extends KeyRefusals implements OnApplicationShutdown {
  private readonly log = new Logger(PgKeyRefusals.name);
  private readonly counters: DeferredWrites<Counter> = new DeferredWrites({
    afterMs: AFTER_MS,
    write: (counters) => this.store([...counters.values()]),
    failed: (error, counters) => {
      this.log.error('Refused uses of license keys could not be stored', error);
      for (const { count, hours, lastAt, event, ...refusal } of counters.values())
        this.add(refusal, { count, hours, lastAt, event });
    },
  });

  constructor(private readonly em: EntityManager) {
    super();
  }

  count(refusal: KeyRefusal, at: Date, event?: LicenseKeyActivationRefused): void {
    const { organizationId, licenseKeyId, benefitId, operation, code } = refusal;
    const counted = { count: 1, hours: new Map([[hourOf(at), 1]]), lastAt: at, event: event && caused([event])[0] };
    this.add({ organizationId, licenseKeyId, benefitId, operation, code }, counted);
  }

  flush(): Promise<void> {
    return this.counters.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counters.stop();
  }

  private add(refusal: KeyRefusal, { count, hours, lastAt, event }: Omit<Counter, keyof KeyRefusal>): void {
    const key = `${refusal.organizationId} ${refusal.licenseKeyId} ${refusal.operation} ${refusal.code}`;
    const known = this.counters.recorded(key);
    if (!known) return this.counters.record(key, { ...refusal, count, hours, lastAt, event });
    known.count += count;
    for (const [hour, refused] of hours) known.hours.set(hour, (known.hours.get(hour) ?? 0) + refused);
    known.event ??= event;
    if (lastAt > known.lastAt) known.lastAt = lastAt;
  }

  private async store(counters: readonly Counter[]): Promise<void> {
    const pool = await pgPool(this.em);
    const column = (of: (counter: Counter) => unknown): unknown[] => counters.map(of);
    const values = [
      column(({ organizationId }) => organizationId),
      column(({ licenseKeyId }) => licenseKeyId),
      column(({ operation }) => operation),
      column(({ code }) => code),
      column(() => newId()),
      column(({ count }) => count),
      column(({ lastAt }) => lastAt),
    ];
    const adds = [{ name: 'key-refusals-add', text: ADD, values }, addUses(addedUp(counters.flatMap(usesOf)))];
    const events = firstOfEachKey(counters.flatMap(({ event }) => event ?? []));
    if (events.size === 0) {
      const { transaction } = await PipelinedTransaction.begin(pool, []);
      await transaction.commit(adds);
      return;
    }
    const toTell = [...events.values()].map(({ event }) => event);
    const columns = [
      toTell.map(({ organizationId }) => organizationId),
      toTell.map(({ aggregateId }) => aggregateId),
      toTell.map(({ occurredAt }) => occurredAt),
    ];
    const tell = { name: 'key-refusals-tell', text: TELL, values: columns };
    const { transaction, rows } = await PipelinedTransaction.begin(pool, [tell], adds);
    const told = (rows[0] as { readonly id: string }[]).map(({ id }) => events.get(id)!);
    await transaction.commit(insertEvents(told.map((event) => [event])));
  }
}

const usesOf = ({ organizationId, benefitId, code, hours }: Counter): HourlyUses[] =>
  [...hours].map(([hour, count]) => ({ organizationId, kind: 'refusals', hour, benefitId, detail: code, count }));

/** The event of each key that occurred first. */
function firstOfEachKey(events: readonly CausedEvent[]): ReadonlyMap<string, CausedEvent> {
  const first = new Map<string, CausedEvent>();
  for (const each of events) {
    const known = first.get(each.event.aggregateId);
    if (!known || each.event.occurredAt < known.event.occurredAt) first.set(each.event.aggregateId, each);
  }
  return first;
}
