import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeOrphanedKey } from '../../commands/revoke-orphaned-key.ts';
import type { LicenseKeyCreated } from '../../contract/index.ts';

/** Checks a directly issued key again: a deletion of the customer, member or benefit at the same time may have missed it. */
@Injectable()
export class RecheckKeyAfterIssue extends Subscriber<LicenseKeyCreated> {
  readonly id = 'RevokeKeyWhenIssuedTooLate';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<LicenseKeyCreated>): boolean {
    return payload.grant_id === null;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<LicenseKeyCreated>): Promise<void> {
    return this.commands.execute(new RevokeOrphanedKey(organizationId, aggregateId));
  }
}
