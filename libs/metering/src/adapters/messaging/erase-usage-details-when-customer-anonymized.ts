import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EraseUsageDetails } from '../../commands/erase-usage-details.ts';

/** Text in the metadata of events may name the customer. */
@Injectable()
export class EraseUsageDetailsWhenCustomerAnonymized extends Subscriber<CustomerDeleted> {
  readonly id = 'EraseUsageDetailsWhenCustomerAnonymized';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<CustomerDeleted>): boolean {
    return payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new EraseUsageDetails(organizationId, aggregateId));
  }
}
