import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { BeginWindows } from '../../commands/begin-windows.ts';

interface Cycled {
  readonly customer_id: string;
  readonly product_id: string;
  readonly current_period_start: string;
}

/** What is used from then on belongs to the new period. */
@Injectable()
export class BeginWindowsWhenSubscriptionCycled extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId: id, payload }: PublishedEvent): Promise<void> {
    const { customer_id, product_id, current_period_start } = payload as unknown as Cycled;
    const subscription = { id, customerId: customer_id, productId: product_id };
    return this.commands.execute(new BeginWindows(subscription, new Date(current_period_start)));
  }
}
