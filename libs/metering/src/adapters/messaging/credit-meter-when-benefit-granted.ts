import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitGrantCreated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCreditsWithGrant } from '../../commands/sync-credits-with-grant.ts';

/** Also handles a benefit that is granted again. */
@Injectable()
export class CreditMeterWhenBenefitGranted extends Subscriber<BenefitGrantCreated> {
  readonly id = 'CreditMeterWhenBenefitGranted';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<BenefitGrantCreated>): Promise<void> {
    return this.commands.execute(new SyncCreditsWithGrant(aggregateId));
  }
}
