import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerMerged } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { MoveKeysOfMergedCustomer } from '../../commands/keys/move-keys-of-merged-customer.ts';

@Injectable()
export class MoveKeysWhenCustomerMerged extends Subscriber<CustomerMerged> {
  readonly id = 'MoveKeysWhenCustomerMerged';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerMerged>): Promise<void> {
    return this.commands.execute(new MoveKeysOfMergedCustomer(organizationId, aggregateId));
  }
}
