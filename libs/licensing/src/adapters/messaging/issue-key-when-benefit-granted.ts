import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitGrantCreated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncKeyWithGrant } from '../../commands/keys/sync-key-with-grant.ts';

/** Also handles a benefit that is granted again: its key is reinstated. */
@Injectable()
export class IssueKeyWhenBenefitGranted extends Subscriber<BenefitGrantCreated> {
  readonly id = 'IssueKeyWhenBenefitGranted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<BenefitGrantCreated>): Promise<void> {
    return this.commands.execute(new SyncKeyWithGrant(aggregateId));
  }
}
