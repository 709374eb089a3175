import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { StartBillingWindows } from '../../commands/start-billing-windows.ts';

/** What is used from then on belongs to the new period. */
@Injectable()
export class StartWindowsWhenSubscriptionCycled extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new StartBillingWindows(aggregateId, new Date(payload['current_period_start'] as string)));
  }
}
