import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { StartBillingWindows } from '../../commands/start-billing-windows.ts';

/** Within the period that is paid. */
@Injectable()
export class StartWindowsWhenMetersCycled extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new StartBillingWindows(aggregateId, new Date(payload['current_meter_period_start'] as string)));
  }
}
