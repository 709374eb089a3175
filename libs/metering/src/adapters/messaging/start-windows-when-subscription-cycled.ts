import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SubscriptionCycled } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { StartBillingWindows } from '../../commands/start-billing-windows.ts';

/** Starts new windows at the start of a billing period. */
@Injectable()
export class StartWindowsWhenSubscriptionCycled extends Subscriber<SubscriptionCycled> {
  readonly id = 'BeginWindowsWhenSubscriptionCycled';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent<SubscriptionCycled>): Promise<void> {
    return this.commands.execute(new StartBillingWindows(aggregateId, new Date(payload.current_period_start)));
  }
}
