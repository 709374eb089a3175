import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted, CustomerMerged } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EraseAuditEntries } from '../../commands/erase-audit-entries.ts';

/** Entries have the former values of fields. A customer that was merged is anonymized, too. */
@Injectable()
export class EraseAuditEntriesWhenCustomerAnonymized extends Subscriber<CustomerDeleted | CustomerMerged> {
  readonly id = 'EraseAuditEntriesWhenCustomerAnonymized';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ name, payload }: PublishedEvent<CustomerDeleted | CustomerMerged>): boolean {
    return name === 'customer.merged' || payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted | CustomerMerged>): Promise<void> {
    return this.commands.execute(new EraseAuditEntries(organizationId, aggregateId));
  }
}
