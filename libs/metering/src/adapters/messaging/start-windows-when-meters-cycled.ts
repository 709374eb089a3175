import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SubscriptionMeterCycled } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { StartBillingWindows } from '../../commands/start-billing-windows.ts';

/** Starts new windows within a billing period. */
@Injectable()
export class StartWindowsWhenMetersCycled extends Subscriber<SubscriptionMeterCycled> {
  readonly id = 'BeginWindowsWhenMetersCycled';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent<SubscriptionMeterCycled>): Promise<void> {
    return this.commands.execute(new StartBillingWindows(aggregateId, new Date(payload.current_meter_period_start)));
  }
}
