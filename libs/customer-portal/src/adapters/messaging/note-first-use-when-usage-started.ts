import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { NoteFirstUse } from '../../commands/note-first-use.ts';

/** It is shown with the customer from then on. */
@Injectable()
export class NoteFirstUseWhenUsageStarted extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    const { first_event_at } = payload as { readonly first_event_at: string };
    return this.commands.execute(new NoteFirstUse(organizationId, aggregateId, new Date(first_event_at)));
  }
}
