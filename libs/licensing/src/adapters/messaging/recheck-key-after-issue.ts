import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecheckIssuedKey } from '../../commands/keys/recheck-issued-key.ts';
import type { LicenseKeyCreated, LicenseKeyTransferred } from '../../contract/index.ts';

type Handled = LicenseKeyCreated | LicenseKeyTransferred;

/** Checks a new or transferred key again: a merger or deletion of the customer, or a deletion of member or benefit, may have missed it. Adds the flags of its purchase. */
@Injectable()
export class RecheckKeyAfterIssue extends Subscriber<Handled> {
  readonly id = 'RevokeKeyWhenIssuedTooLate';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<Handled>): Promise<void> {
    return this.commands.execute(new RecheckIssuedKey(organizationId, aggregateId, payload.grant_id));
  }
}
