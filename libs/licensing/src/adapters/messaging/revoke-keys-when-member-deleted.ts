import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MemberDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeDirectlyIssuedKeys } from '../../commands/keys/revoke-directly-issued-keys.ts';

/** Revokes keys that were issued to the member directly; the others are revoked with their grants. */
@Injectable()
export class RevokeKeysWhenMemberDeleted extends Subscriber<MemberDeleted> {
  readonly id = 'RevokeKeysWhenMemberDeleted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId: memberId, payload }: PublishedEvent<MemberDeleted>): Promise<void> {
    const customerId = payload.customer_id;
    return this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, customerId, memberId }));
  }
}
