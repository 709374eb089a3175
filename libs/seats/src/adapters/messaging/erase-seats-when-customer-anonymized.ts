import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EraseSeats } from '../../commands/erase-seats.ts';

/** Seats have the addresses of their holders, and metadata that may name them. */
@Injectable()
export class EraseSeatsWhenCustomerAnonymized extends Subscriber<CustomerDeleted> {
  readonly id = 'EraseSeatsWhenCustomerAnonymized';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<CustomerDeleted>): boolean {
    return payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new EraseSeats(organizationId, aggregateId));
  }
}
