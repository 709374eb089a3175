import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerMerged } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { MoveSeatsOfMergedCustomer } from '../../commands/move-seats-of-merged-customer.ts';

@Injectable()
export class MoveSeatsWhenCustomerMerged extends Subscriber<CustomerMerged> {
  readonly id = 'MoveSeatsWhenCustomerMerged';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerMerged>): Promise<void> {
    return this.commands.execute(new MoveSeatsOfMergedCustomer(organizationId, aggregateId));
  }
}
