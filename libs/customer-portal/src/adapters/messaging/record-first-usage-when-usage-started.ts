import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerUsageStarted } from '#metering/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordFirstUsage } from '../../commands/record-first-usage.ts';

/** The time of first usage is shown with the customer. */
@Injectable()
export class RecordFirstUsageWhenUsageStarted extends Subscriber<CustomerUsageStarted> {
  readonly id = 'NoteFirstUseWhenUsageStarted';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<CustomerUsageStarted>): Promise<void> {
    return this.commands.execute(new RecordFirstUsage(organizationId, aggregateId, new Date(payload.first_event_at)));
  }
}
