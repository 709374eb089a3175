import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeDirectlyIssuedKeys } from '../../commands/revoke-directly-issued-keys.ts';

/** Revokes keys that were issued directly; the others are revoked with their grants. */
@Injectable()
export class RevokeKeysWhenCustomerDeleted extends Subscriber<CustomerDeleted> {
  readonly id = 'RevokeKeysWhenCustomerDeleted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId: customerId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, customerId }));
  }
}
