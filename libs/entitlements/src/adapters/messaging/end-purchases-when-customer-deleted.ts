import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EndPurchasesOfCustomer } from '../../commands/end-purchases-of-customer.ts';

@Injectable()
export class EndPurchasesWhenCustomerDeleted extends Subscriber<CustomerDeleted> {
  readonly id = 'EndPurchasesWhenCustomerDeleted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ id, organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new EndPurchasesOfCustomer(organizationId, aggregateId, Number(id)));
  }
}
