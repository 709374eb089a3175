import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeDirectlyIssuedKeys } from '../../commands/revoke-directly-issued-keys.ts';

/** Those that were issued to the member directly: the others go with their grants. */
@Injectable()
export class RevokeKeysWhenMemberDeleted extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId: memberId, payload }: PublishedEvent): Promise<void> {
    const customerId = payload['customer_id'] as string;
    return this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, customerId, memberId }));
  }
}
