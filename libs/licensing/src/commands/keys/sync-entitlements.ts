import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { LicenseKeys, type KeyOfGrant } from '../../domain/keys/license-keys.ts';
import type { DecidedGrant } from '#entitlements/contract';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { entitlementsOfPurchase, entitlementsOfPurchases, type PurchasedGrants } from './benefit-terms.ts';

/**
 * Brings the flags of all keys that the holder of a grant has from the same purchase, or that it renewed, into line with the grants. A key
 * has those of all purchases that stand.
 */
export class SyncEntitlements extends Command<void> {
  constructor(
    readonly grantId: string,
    /** What an event tells of the purchase; without it, the grants are asked for. */
    readonly told?: DecidedGrant['purchase'],
  ) {
    super();
  }
}

@CommandHandler(SyncEntitlements)
export class SyncEntitlementsHandler implements ICommandHandler<SyncEntitlements> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ grantId, told }: SyncEntitlements): Promise<void> {
    const purchase = await entitlementsOfPurchase(grantId, this.queries, told);
    if (!purchase?.hasFlags) return;
    const { organizationId, revision, ownOf } = purchase;
    const [within, now] = [[organizationId], this.clock.now()];
    const syncKey = async (grant: PurchasedGrants[number]): Promise<void> => {
      const found = await this.keyOf(organizationId, grant);
      if (!found) return;
      const { key, issuedFor } = found;
      const isRenewed = key.renewedBy.length > 0;
      const { benefitId } = grant;
      const flags = isRenewed
        ? await entitlementsOfPurchases([issuedFor, ...key.renewedBy], benefitId, this.queries)
        : { revision, own: ownOf(benefitId) };
      if (key.entitlementsRevision >= flags.revision) return;
      await this.licenseKeys.change({ id: key.id, within }, (each) => each.entitle(flags.revision, flags.own, now));
    };
    await Promise.all(purchase.grantsOfKeys.map(syncKey));
  }

  /** The key that was issued for a grant, or that it renewed, with the grant for which it was issued. */
  private async keyOf(
    organizationId: string,
    { id, renewsLicenseKeyId }: PurchasedGrants[number],
  ): Promise<{ readonly key: KeyOfGrant; readonly issuedFor: string } | undefined> {
    const own = await this.licenseKeys.findByGrant(organizationId, id);
    if (own) return { key: own, issuedFor: id };
    if (renewsLicenseKeyId === null) return undefined;
    const grantId = await this.licenseKeys.findSnapshot(renewsLicenseKeyId, [organizationId]).then(
      (renewed) => renewed.grantId,
      (error: unknown) => {
        if (error instanceof LicenseKeyNotFound) return null;
        throw error;
      },
    );
    const key = grantId === null ? undefined : await this.licenseKeys.findByGrant(organizationId, grantId);
    return key && key.renewedBy.includes(id) ? { key, issuedFor: grantId! } : undefined;
  }
}
