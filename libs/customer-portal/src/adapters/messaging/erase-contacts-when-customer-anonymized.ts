import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EraseContacts } from '../../commands/erase-contacts.ts';
import type { CustomerDeleted, CustomerMerged } from '../../contract/index.ts';

/** Former members and sign-ins have addresses. A customer that was merged is anonymized, too. */
@Injectable()
export class EraseContactsWhenCustomerAnonymized extends Subscriber<CustomerDeleted | CustomerMerged> {
  readonly id = 'EraseContactsWhenCustomerAnonymized';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ name, payload }: PublishedEvent<CustomerDeleted | CustomerMerged>): boolean {
    return name === 'customer.merged' || payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted | CustomerMerged>): Promise<void> {
    return this.commands.execute(new EraseContacts(organizationId, aggregateId));
  }
}
