import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerMerged } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { MoveRecordsOfMergedCustomer } from '../../commands/move-records-of-merged-customer.ts';

@Injectable()
export class MoveRecordsWhenCustomerMerged extends Subscriber<CustomerMerged> {
  readonly id = 'MoveRecordsWhenCustomerMerged';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ id, organizationId, aggregateId }: PublishedEvent<CustomerMerged>): Promise<void> {
    return this.commands.execute(new MoveRecordsOfMergedCustomer(organizationId, aggregateId, Number(id)));
  }
}
