import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { sql } from 'kysely';
import {
  asAlreadyProcessed,
  asBulkWork,
  claimProcessingEvent,
  insertProcessed,
  isBulkWork,
  type ProcessingEvent,
} from '#engine/outbox';
import { GroupedTransactions, type SharedCall } from '#engine/persistence';
import { type KnownCustomer, Subjects } from '../../domain/usage-event.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { resolveSubjects, recordLinkEvents } from './resolve-subjects.ts';
import { lockSubjects } from './subject-locks.ts';
import { eraseEventsStatement } from './sql/event-erasure.ts';
import { Transaction } from './transaction.ts';
import { CustomerUsageMoved } from '../../domain/customer-meter.events.ts';
import { type BalanceOwner, ensureBalance, lockBalances } from './balance-row.ts';
import { creditsToMerge, mergeCredits } from './merge-credits.ts';
import { mergeSubject } from './merge-subject.ts';

/** Merges the subject of a customer, with its credits and all subjects that were merged into it, into that of another customer. */
async function mergeCustomer(transaction: Transaction, customerId: string, into: KnownCustomer, now: Date): Promise<void> {
  const owner = await lockBalances(transaction, into, now);
  const { organizationId, subjectId } = owner;
  await transaction.rows(sql`update metering.crediting_grants set customer_id = ${into.id} where customer_id = ${customerId}`);
  const subjects = await transaction.rows<{ id: string; merged_into: string | null }>(sql`
    select id, merged_into from metering.subjects where organization_id = ${organizationId} and customer_id = ${customerId}`);
  const from = subjects.find(({ merged_into }) => merged_into === null)?.id;
  if (from === undefined) return;
  const sources = subjects.map(({ id }) => id);
  await transaction.rows(sql`
    update metering.subjects set former_key = external_key, external_key = null where id = ${from} and external_key is not null`);
  const meters = await transaction.rows<{ meter_id: string }>(sql`
    select meter_id from metering.balances where subject_id = ${from} and customer_meter_id is not null order by meter_id`);
  for (const { meter_id } of meters) await ensureBalance(transaction, owner, meter_id, now);
  const credits = await creditsToMerge(transaction, { ...owner, customerId }, from, now);
  const ofTarget = await creditsToMerge(transaction, owner, subjectId, now);
  await mergeSubject(transaction, { organizationId, from, into: subjectId, customer: into.id, sources }, now);
  await transaction.rows(sql`
    update metering.subjects set customer_id = ${into.id}, merged_into = ${subjectId} where id = any(${sources}::uuid[])`);
  await mergeCredits(transaction, from, owner, [...credits, ...ofTarget], now);
  await moveReservations(transaction, from, owner);
  await deleteCustomerMeters(transaction, from);
  await recordLinkEvents(transaction, organizationId, [subjectId], now);
  transaction.record(new CustomerUsageMoved(organizationId, into.id, now, customerId));
}

/** All customer meters are locked: one may be about to get its first reservation. */
const moveReservations = (transaction: Transaction, from: string, { subjectId }: BalanceOwner) =>
  transaction.rows(sql`
    with former as materialized (select meter_id, reservations from metering.customer_meters where subject_id = ${from} order by id for update)
    update metering.customer_meters as c set reservations = coalesce(c.reservations, '[]') || former.reservations
    from former where c.subject_id = ${subjectId} and c.meter_id = former.meter_id and former.reservations is not null`);

/** The balances are deleted before: whoever ranked one at the same time has finished. */
const deleteCustomerMeters = (transaction: Transaction, subjectId: string) =>
  transaction.rows(sql`
    with deleted as (delete from metering.customer_meters where subject_id = ${subjectId} returning id, meter_id),
    unranked as (delete from metering.customer_meter_rankings r using deleted where r.customer_meter_id = deleted.id)
    update metering.meters as m set customer_meters = customer_meters - counted.rows
    from (select meter_id, count(*) as rows from deleted group by 1) as counted where m.id = counted.meter_id`);

/** Customers of an organization that are synced in one transaction. */
const LIMITS = { maxSize: 200 };

interface CustomerSync extends SharedCall {
  readonly customer: KnownCustomer;
  /** The event whose processing caused it, if any. */
  readonly cause: ProcessingEvent | undefined;
  readonly isBulk: boolean;
  resolve(): void;
}

@Injectable()
export class SqlSubjects extends Subjects {
  private readonly syncs = new GroupedTransactions<CustomerSync>((calls) => this.syncAll(calls), LIMITS);

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Each takes the lock of the organization: those that wait for it share it. */
  sync(customer: KnownCustomer): Promise<void> {
    return new Promise((resolve, reject) => {
      const cause = claimProcessingEvent();
      const fail = (error: unknown): void => reject(asAlreadyProcessed(error, cause));
      const call = { customer, cause, isBulk: isBulkWork(), resolve, reject: fail };
      this.syncs.add(customer.organizationId, call);
    });
  }

  private async syncAll(calls: readonly CustomerSync[]): Promise<() => void> {
    const customers = [...new Map(calls.map(({ customer }) => [customer.id, customer])).values()];
    const causes = calls.flatMap(({ cause }) => cause ?? []);
    const isBulk = calls.every((each) => each.isBulk);
    const input = { customers, externalIds: [], forCounting: false };
    await asBulkWork(isBulk, () =>
      CountingTransaction.run(
        this.em,
        [],
        (transaction) => resolveSubjects(transaction, customers[0]!.organizationId, input, this.clock.now()),
        () => (causes.length > 0 ? [insertProcessed(causes)] : []),
      ),
    );
    return () => calls.forEach(({ resolve }) => resolve());
  }

  merge(customerId: string, into: KnownCustomer): Promise<void> {
    return Transaction.run(this.em, (transaction) => mergeCustomer(transaction, customerId, into, this.clock.now()));
  }

  /** Since the lock of the organization, `sync` sees that the customer is deleted. */
  eraseNames(organizationId: string, customerId: string): Promise<string[]> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.lockOrganization(organizationId, 'exclusive');
      const subjects = await transaction.rows<{ id: string }>(sql`
        update metering.subjects set customer_name = null
        where organization_id = ${organizationId} and customer_id = ${customerId} returning id`);
      await transaction.rows(sql`update metering.customer_meters set customer_name = null where customer_id = ${customerId}`);
      const ids = subjects.map(({ id }) => id);
      await transaction.rows(lockSubjects(ids));
      return ids;
    });
  }

  async eraseEvents(organizationId: string, subjectId: string, after: string | null): Promise<string | null> {
    const statement = eraseEventsStatement(organizationId, subjectId, after);
    const [batch] = await Transaction.run(this.em, (transaction) => transaction.rows(statement));
    return batch!.last;
  }
}
