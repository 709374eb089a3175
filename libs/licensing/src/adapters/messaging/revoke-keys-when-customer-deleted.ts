import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RefuseKeysOfCustomer } from '../../contract/index.ts';
import { RevokeDirectlyIssuedKeys } from '../../commands/keys/revoke-directly-issued-keys.ts';

/**
 * Revokes keys that were issued directly; the others are revoked with their grants. All of them are refused already, unless the
 * process that deleted the customer has ended before it could send that command.
 */
@Injectable()
export class RevokeKeysWhenCustomerDeleted extends Subscriber<CustomerDeleted> {
  readonly id = 'RevokeKeysWhenCustomerDeleted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, aggregateId: customerId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    await this.commands.execute(new RefuseKeysOfCustomer(organizationId, customerId));
    await this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, customerId }));
  }
}
