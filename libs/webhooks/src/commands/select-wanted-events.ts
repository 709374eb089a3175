import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SelectToldStateChanges } from '#customer-states/needs';
import { EventLog, type OfferedEvent } from '../domain/event-log.ts';

/** Which events have to be recorded: the others need no delivery. */
export class SelectWantedEvents extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly OfferedEvent[]) {
    super();
  }
}

@CommandHandler(SelectWantedEvents)
export class SelectWantedEventsHandler implements ICommandHandler<SelectWantedEvents> {
  constructor(private readonly log: EventLog) {}

  execute({ events }: SelectWantedEvents): Promise<ReadonlySet<string>> {
    return this.log.wanted(events);
  }
}

@CommandHandler(SelectToldStateChanges)
export class SelectToldStateChangesHandler implements ICommandHandler<SelectToldStateChanges> {
  constructor(private readonly log: EventLog) {}

  execute({ events }: SelectToldStateChanges): Promise<ReadonlySet<string>> {
    return this.log.wanted(
      events.map(({ id, organizationId }) => ({ sourceId: id, organizationId, type: 'customer.state_changed' })),
    );
  }
}
