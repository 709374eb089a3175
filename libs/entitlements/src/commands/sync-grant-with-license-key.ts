import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { FindGrantedLicenseKeys } from '#licensing/contract';
import type { KeyStatusDecision } from '../domain/benefit-grant.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';

/** Stores the license key that was issued for a grant in the grant, and applies a status of the key that was set by hand. */
export class SyncGrantWithLicenseKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly licenseKeyId: string,
    readonly decision?: KeyStatusDecision & { readonly eventId: number },
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

  async execute({ organizationId, licenseKeyId, decision }: SyncGrantWithLicenseKey): Promise<void> {
    const [key] = await this.queries.execute(new FindGrantedLicenseKeys(organizationId, [licenseKeyId]));
    if (!key) return;
    const { grantId: id, benefitId, customerId, displayKey } = key;
    const now = this.clock.now();
    const mayGrant = decision !== undefined && (await this.mayGrant(benefitId, customerId));
    await this.grants.change({ id, organizationId }, (grant) => {
      grant.setProperties({ license_key_id: licenseKeyId, display_key: displayKey }, now);
      if (decision) grant.applyKeyStatus(decision, decision.eventId, mayGrant, now);
    });
  }

  private async mayGrant(benefitId: string, customerId: string): Promise<boolean> {
    const [benefits, customers] = await Promise.all([
      this.queries.execute(new FindBenefits([benefitId])),
      this.queries.execute(new FindCustomers([customerId])),
    ]);
    return benefits.get(benefitId)?.is_deleted === false && customers.get(customerId)?.deleted_at === null;
  }
}
