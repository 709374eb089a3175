import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { SyncGrantWithLicenseKey } from '../contract/keys-of-grants.ts';
import { FindGrantedLicenseKeys } from '../needs/keys-of-purchases.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { mayBeGranted } from './granted-benefits.ts';

@CommandHandler(SyncGrantWithLicenseKey)
export class SyncGrantWithLicenseKeyHandler implements ICommandHandler<SyncGrantWithLicenseKey> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, licenseKeyId, decision, transferEventId }: SyncGrantWithLicenseKey): Promise<void> {
    const [key] = await this.queries.execute(new FindGrantedLicenseKeys(organizationId, [licenseKeyId]));
    if (!key) return;
    const { grantId: id, displayKey, customerId } = key;
    const now = this.clock.now();
    const holderId = transferEventId === undefined ? customerId : await this.holder(customerId);
    const mayGrant = decision !== undefined && (await this.mayGrant(organizationId, id));
    await this.grants.change({ id, organizationId }, (grant) => {
      grant.setProperties({ license_key_id: licenseKeyId, display_key: displayKey }, now);
      if (transferEventId !== undefined) grant.transferTo(holderId, transferEventId, now);
      if (decision) grant.applyKeyStatus(decision, decision.eventId, mayGrant, now);
    });
  }

  /** The customer of the key, or the one that it was merged into. */
  private async holder(customerId: string): Promise<string> {
    return (await this.queries.execute(new FindCustomers([customerId]))).get(customerId)!.id;
  }

  /** The benefit of the grant, which may not be that of the key yet. */
  private async mayGrant(organizationId: string, id: string): Promise<boolean> {
    return mayBeGranted(this.queries, await this.grants.find({ id, organizations: [organizationId] }));
  }
}
