import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfCustomer } from '../../commands/revoke-seats.ts';

/** Revokes all seats of the purchases of the deleted customer. */
@Injectable()
export class RevokeSeatsWhenCustomerDeleted extends Subscriber<CustomerDeleted> {
  readonly id = 'RevokeSeatsWhenCustomerDeleted';
  override readonly multiTransaction: boolean = true;
  override readonly isErasure: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new RevokeSeatsOfCustomer(organizationId, aggregateId));
  }
}
