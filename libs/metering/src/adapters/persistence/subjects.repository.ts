import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { type KnownCustomer, Subjects } from '../../domain/usage-event.ts';
import { resolveSubjects } from './resolve-subjects.ts';
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
}
