import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import type { SystemEvent } from '../domain/usage-event.ts';
import { RecordSystemEvent } from './record-system-event.ts';

/** Stores an event about a benefit grant, with the type of the benefit. */
export class RecordBenefitEvent extends Command<void> {
  constructor(
    readonly event: SystemEvent,
    readonly benefitId: string,
  ) {
    super();
  }
}

@CommandHandler(RecordBenefitEvent)
export class RecordBenefitEventHandler implements ICommandHandler<RecordBenefitEvent> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ event, benefitId }: RecordBenefitEvent): Promise<void> {
    const benefit = (await this.queries.execute(new FindBenefits([benefitId]))).get(benefitId);
    const metadata = { ...event.metadata, benefit_id: benefitId, benefit_type: benefit!.type };
    await this.commands.execute(new RecordSystemEvent({ ...event, metadata }));
  }
}
