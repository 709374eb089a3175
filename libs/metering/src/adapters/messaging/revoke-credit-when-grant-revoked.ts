import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitGrantRevoked } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCreditsWithGrant } from '../../commands/sync-credits-with-grant.ts';

/** Takes back the amount that the grant credited last. */
@Injectable()
export class RevokeCreditWhenGrantRevoked extends Subscriber<BenefitGrantRevoked> {
  readonly id = 'TakeCreditBackWhenGrantRevoked';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<BenefitGrantRevoked>): Promise<void> {
    return this.commands.execute(new SyncCreditsWithGrant(aggregateId));
  }
}
