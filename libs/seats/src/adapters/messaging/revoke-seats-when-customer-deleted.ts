import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfCustomer } from '../../commands/revoke-seats.ts';

/** Nobody has a seat of what a deleted customer had bought. */
@Injectable()
export class RevokeSeatsWhenCustomerDeleted extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RevokeSeatsOfCustomer(organizationId, aggregateId));
  }
}
