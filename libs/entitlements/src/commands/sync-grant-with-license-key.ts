import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { FindGrantedLicenseKeys } from '#licensing/contract';
import { BenefitGrants } from '../domain/benefit-grants.ts';

/** Stores the license key that was issued for a grant in the grant, and applies a status that was set manually on the key. */
export class SyncGrantWithLicenseKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly licenseKeyId: string,
  ) {
    super();
  }
}

@CommandHandler(SyncGrantWithLicenseKey)
export class SyncGrantWithLicenseKeyHandler implements ICommandHandler<SyncGrantWithLicenseKey> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, licenseKeyId }: SyncGrantWithLicenseKey): Promise<void> {
    const [key] = await this.queries.execute(new FindGrantedLicenseKeys(organizationId, [licenseKeyId]));
    if (!key) return;
    const { grantId: id, benefitId, customerId, displayKey, grantRevision: appliedRevision } = key;
    const [benefits, customers] = await Promise.all([
      this.queries.execute(new FindBenefits([benefitId])),
      this.queries.execute(new FindCustomers([customerId])),
    ]);
    const mayGrant = benefits.get(benefitId)?.is_deleted === false && customers.get(customerId)?.deleted_at === null;
    const now = this.clock.now();
    await this.grants.change({ id, organizationId }, (grant) => {
      grant.setProperties({ license_key_id: licenseKeyId, display_key: displayKey }, now);
      grant.applyKeyStatus({ isRevoked: key.status === 'revoked', appliedRevision }, mayGrant, now);
    });
  }
}
