import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type SystemEvent, UsageEvents } from '../domain/usage-event.ts';
import { customersById } from './customer-lookup.ts';

/** Stores an event of the service itself, so that it is listed with the events of the customer. */
export class RecordSystemEvent extends Command<void> {
  constructor(readonly event: SystemEvent) {
    super();
  }
}

@CommandHandler(RecordSystemEvent)
export class RecordSystemEventHandler implements ICommandHandler<RecordSystemEvent> {
  constructor(
    private readonly events: UsageEvents,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ event }: RecordSystemEvent): Promise<void> {
    const [customer] = await customersById(this.queries, [event.customerId]);
    if (customer) await this.events.addSystemEvent(event, customer, this.clock.now());
  }
}
