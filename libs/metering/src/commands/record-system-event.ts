import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { Clock } from '#kernel';
import { type SystemEvent, UsageEvents } from '../domain/usage-event.ts';
import { customersById } from './customer-lookup.ts';

/** Stores an event of the service itself, so that it is listed with the events of the customer. */
export class RecordSystemEvent extends Command<void> {
  constructor(
    readonly event: SystemEvent,
    /** The benefit that the event is about: the event says of which type it is. That is read if it is not known. */
    readonly benefit?: { readonly id: string; readonly type: string | undefined },
  ) {
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

  async execute({ event, benefit }: RecordSystemEvent): Promise<void> {
    const about = benefit && { benefit_id: benefit.id, benefit_type: benefit.type ?? (await this.typeOf(benefit.id)) };
    const metadata = { ...event.metadata, ...about };
    const find = async () => (await customersById(this.queries, [event.customerId]))[0];
    await this.events.addSystemEvent({ ...event, metadata }, find, this.clock.now());
  }

  private async typeOf(benefitId: string): Promise<string> {
    return (await this.queries.execute(new FindBenefits([benefitId]))).get(benefitId)!.type;
  }
}
