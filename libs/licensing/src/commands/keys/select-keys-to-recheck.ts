import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { FindGrantsOfPurchase } from '#entitlements/contract';

/**
 * The ids of those events of keys that `RecheckIssuedKey` may change: keys that were issued directly, keys of deleted or merged
 * customers, and keys of a purchase that brings further benefits, of which some may be flags.
 */
export class SelectKeysToRecheck extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly customerId: string; readonly grantId: string | null }[]) {
    super();
  }
}

@CommandHandler(SelectKeysToRecheck)
export class SelectKeysToRecheckHandler implements ICommandHandler<SelectKeysToRecheck> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ events }: SelectKeysToRecheck): Promise<ReadonlySet<string>> {
    const ofCustomers = events.map(({ id, customerId }) => ({ id, customerIds: [customerId] }));
    const [ofDeletedCustomers, isOneOfSeveral] = await Promise.all([
      this.commands.execute(new SelectEventsOfDeletedCustomers(ofCustomers)),
      Promise.all(events.map(({ grantId }) => this.isOneOfSeveral(grantId))),
    ]);
    return new Set(events.flatMap(({ id }, index) => (ofDeletedCustomers.has(id) || isOneOfSeveral[index] ? [id] : [])));
  }

  private async isOneOfSeveral(grantId: string | null): Promise<boolean> {
    if (grantId === null) return true;
    const purchase = await this.queries.execute(new FindGrantsOfPurchase(grantId));
    return purchase === undefined || purchase.grants.length > 1;
  }
}
