import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeKeysIssuedDirectly } from '../../commands/revoke-keys-issued-directly.ts';

/** Those that were issued to the member directly: the others go with their grants. */
@Injectable()
export class RevokeKeysWhenMemberDeleted extends Subscriber {
  override readonly inSteps: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId: memberId, payload }: PublishedEvent): Promise<void> {
    const customerId = payload['customer_id'] as string;
    return this.commands.execute(new RevokeKeysIssuedDirectly({ organizationId, customerId, memberId }));
  }
}
