import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EraseContacts } from '../../commands/erase-contacts.ts';
import type { CustomerDeleted } from '../../contract/index.ts';

/** Former members and sign-ins have addresses. */
@Injectable()
export class EraseContactsWhenCustomerAnonymized extends Subscriber<CustomerDeleted> {
  readonly id = 'EraseContactsWhenCustomerAnonymized';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<CustomerDeleted>): boolean {
    return payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new EraseContacts(organizationId, aggregateId));
  }
}
