import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ErasePurchaseDetails } from '../../commands/erase-purchase-details.ts';

/** Orders have a copy of the billing details; metadata and comments may name the customer. */
@Injectable()
export class ErasePurchaseDetailsWhenCustomerAnonymized extends Subscriber<CustomerDeleted> {
  readonly id = 'ErasePurchaseDetailsWhenCustomerAnonymized';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<CustomerDeleted>): boolean {
    return payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new ErasePurchaseDetails(organizationId, aggregateId));
  }
}
