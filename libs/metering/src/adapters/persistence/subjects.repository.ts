import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { sql } from 'kysely';
import { type KnownCustomer, Subjects } from '../../domain/usage-event.ts';
import { mergeCustomer } from './merge-customer.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { eraseEventsStatement } from './sql/event-erasure.ts';
import { Transaction } from './transaction.ts';

@Injectable()
export class SqlSubjects extends Subjects {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  sync(customer: KnownCustomer): Promise<void> {
    const input = { customers: [customer], externalIds: [], forCounting: false };
    return Transaction.run(this.em, (transaction) =>
      resolveSubjects(transaction, customer.organizationId, input, this.clock.now()),
    );
  }

  merge(customerId: string, into: KnownCustomer): Promise<void> {
    return Transaction.run(this.em, (transaction) => mergeCustomer(transaction, customerId, into, this.clock.now()));
  }

  /** The lock keeps `sync` from writing a name that it read before. */
  eraseNames(organizationId: string, customerId: string): Promise<string[]> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.lockOrganization(organizationId, 'exclusive');
      const subjects = await transaction.rows<{ id: string }>(sql`
        update metering.subjects set customer_name = null
        where organization_id = ${organizationId} and customer_id = ${customerId} returning id`);
      await transaction.rows(sql`update metering.customer_meters set customer_name = null where customer_id = ${customerId}`);
      return subjects.map(({ id }) => id);
    });
  }

  async eraseEvents(subjectId: string, after: string | null): Promise<string | null> {
    const [batch] = await Transaction.run(this.em, (transaction) => transaction.rows(eraseEventsStatement(subjectId, after)));
    return batch!.last;
  }
}
