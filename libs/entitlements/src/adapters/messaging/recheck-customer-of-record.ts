import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { MoveRecordsOfMergedCustomer } from '../../commands/move-records-of-merged-customer.ts';
import type { DisputeCreated, OrderCreated, SubscriptionCreated } from '../../contract/index.ts';

type Handled = DisputeCreated | OrderCreated | SubscriptionCreated;

/** Checks the customers of a new purchase or dispute again: a merger at the same time may have missed it. */
@Injectable()
export class RecheckCustomerOfRecord extends Subscriber<Handled> {
  readonly id = 'RecheckCustomerOfRecord';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ id: eventId, organizationId, payload }: PublishedEvent<Handled>): Promise<void> {
    const recipient = 'recipient_id' in payload ? payload.recipient_id : null;
    for (const id of recipient === null ? [payload.customer_id] : [payload.customer_id, recipient]) {
      await this.commands.execute(new MoveRecordsOfMergedCustomer(organizationId, id, Number(eventId)));
    }
  }
}
