import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerMerged } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { MoveUsageOfMergedCustomer } from '../../commands/move-usage-of-merged-customer.ts';

@Injectable()
export class MoveUsageWhenCustomerMerged extends Subscriber<CustomerMerged> {
  readonly id = 'MoveUsageWhenCustomerMerged';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<CustomerMerged>): Promise<void> {
    return this.commands.execute(new MoveUsageOfMergedCustomer(aggregateId));
  }
}
