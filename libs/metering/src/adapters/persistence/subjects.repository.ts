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
import { mergeCustomer } from './merge-customer.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { lockSubjects } from './subject-locks.ts';
import { eraseEventsStatement } from './sql/event-erasure.ts';
import { Transaction } from './transaction.ts';

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
