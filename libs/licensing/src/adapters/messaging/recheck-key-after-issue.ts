import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeOrphanedKey } from '../../commands/revoke-orphaned-key.ts';

/** Looks again once a key was issued directly: whoever revoked on a deletion may not have seen the key yet. */
@Injectable()
export class RecheckKeyAfterIssue extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent): boolean {
    return payload['grant_id'] === null;
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RevokeOrphanedKey(organizationId, aggregateId));
  }
}
