import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCreditsWithGrant } from '../../commands/sync-credits-with-grant.ts';

/** Also when it was granted before, and is granted again. */
@Injectable()
export class CreditMeterWhenBenefitGranted extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncCreditsWithGrant(aggregateId));
  }
}
