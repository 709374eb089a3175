import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';

/** The ids of those events of new grants whose customer or benefit was deleted, or whose customer was merged. */
export class SelectGrantsToRecheck extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly customerId: string; readonly benefitId: string }[]) {
    super();
  }
}

@CommandHandler(SelectGrantsToRecheck)
export class SelectGrantsToRecheckHandler implements ICommandHandler<SelectGrantsToRecheck> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ events }: SelectGrantsToRecheck): Promise<ReadonlySet<string>> {
    const ofCustomers = events.map(({ id, customerId }) => ({ id, customerIds: [customerId] }));
    const [ofDeletedCustomers, benefits] = await Promise.all([
      this.commands.execute(new SelectEventsOfDeletedCustomers(ofCustomers)),
      this.queries.execute(new FindBenefits([...new Set(events.map(({ benefitId }) => benefitId))])),
    ]);
    const isDeleted = (benefitId: string): boolean => benefits.get(benefitId)?.is_deleted !== false;
    return new Set(events.flatMap(({ id, benefitId }) => (ofDeletedCustomers.has(id) || isDeleted(benefitId) ? [id] : [])));
  }
}
