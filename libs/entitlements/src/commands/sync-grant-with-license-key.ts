import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { FindGrantedLicenseKeys } from '#licensing/contract';
import type { KeyStatusDecision } from '../domain/benefit-grant.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { mayBeGranted } from './granted-benefits.ts';

/** Stores the license key that was issued for a grant in the grant, and applies a status of the key that was set by hand. */
export class SyncGrantWithLicenseKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly licenseKeyId: string,
    readonly decision?: KeyStatusDecision & { readonly eventId: number },
    /** The event of a transfer of the key to another customer. */
    readonly transferEventId?: number,
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
