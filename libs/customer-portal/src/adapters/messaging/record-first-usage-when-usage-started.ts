import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordFirstUsage } from '../../commands/record-first-usage.ts';

/** It is shown with the customer from then on. */
@Injectable()
export class RecordFirstUsageWhenUsageStarted extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    const { first_event_at } = payload as { readonly first_event_at: string };
    return this.commands.execute(new RecordFirstUsage(organizationId, aggregateId, new Date(first_event_at)));
  }
}
