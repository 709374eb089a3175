import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { FindGrantsOfPurchase } from '#entitlements/contract';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/**
 * The ids of those events of keys that `RecheckIssuedKey` may change: keys that were issued directly, keys of deleted or merged
 * customers, and keys of a purchase about whose grants was decided after its flags were read for the key.
 */
export class SelectKeysToRecheck extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly customerId: string; readonly grantId: string | null }[]) {
    super();
  }
}

@CommandHandler(SelectKeysToRecheck)
export class SelectKeysToRecheckHandler implements ICommandHandler<SelectKeysToRecheck> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ events }: SelectKeysToRecheck): Promise<ReadonlySet<string>> {
    const ofCustomers = events.map(({ id, customerId }) => ({ id, customerIds: [customerId] }));
    const [ofDeletedCustomers, mayLackFlags] = await Promise.all([
      this.commands.execute(new SelectEventsOfDeletedCustomers(ofCustomers)),
      Promise.all(events.map(({ grantId }) => this.mayLackFlags(grantId))),
    ]);
    return new Set(events.flatMap(({ id }, index) => (ofDeletedCustomers.has(id) || mayLackFlags[index] ? [id] : [])));
  }

  private async mayLackFlags(grantId: string | null): Promise<boolean> {
    if (grantId === null) return true;
    const purchase = await this.queries.execute(new FindGrantsOfPurchase(grantId));
    if (!purchase) return true;
    if (purchase.grants.length < 2) return false;
    const key = await this.licenseKeys.findByGrant(purchase.organizationId, grantId);
    return key?.entitlementsRevision !== purchase.revision;
  }
}
