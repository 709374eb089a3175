import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { MoveUsageOfMergedCustomer } from '../../commands/move-usage-of-merged-customer.ts';
import type { CustomerMeterCredited, CustomerMeterCycled, CustomerUsageStarted } from '../../contract/index.ts';

type Handled = CustomerMeterCredited | CustomerMeterCycled | CustomerUsageStarted;

/** Checks the customer of a first event or a credit again: a merger at the same time may have missed it. */
@Injectable()
export class RecheckCustomerOfUsage extends Subscriber<Handled> {
  readonly id = 'RecheckCustomerOfUsage';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent<Handled>): Promise<void> {
    return this.commands.execute(new MoveUsageOfMergedCustomer('customer_id' in payload ? payload.customer_id : aggregateId));
  }
}
