import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { LinkLicenseKey, NoteKeyChange, SyncGrantWithLicenseKey, RecordTrialDevice } from '../contract/keys-of-grants.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { FindCustomers } from '#customer-portal/contract';
import { FindGrantedLicenseKeys, FindDevice } from '../needs/keys-of-purchases.ts';
import { mayBeGranted } from './granted-benefits.ts';
import { FindBenefitGrants } from '../contract/index.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { TrialHistory, deviceTrait } from '../domain/trial-history.ts';

@CommandHandler(RecordTrialDevice)
export class RecordTrialDeviceHandler implements ICommandHandler<RecordTrialDevice> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly trials: TrialHistory,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, grantId, activationId }: RecordTrialDevice): Promise<void> {
    const subscriptionId = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId)?.subscriptionId;
    if (!subscriptionId) return;
    const which = { id: subscriptionId, organizations: [organizationId] };
    const { status, productId } = await this.subscriptions.change(which, (subscription) => ({
      status: subscription.status,
      productId: subscription.productId,
    }));
    const device = status === 'trialing' ? await this.queries.execute(new FindDevice(organizationId, activationId)) : undefined;
    if (device === undefined) return;
    const trial = { organizationId, productId, subscriptionId };
    await this.trials.record(trial, [deviceTrait(device)], this.clock.now());
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

@CommandHandler(NoteKeyChange)
export class NoteKeyChangeHandler implements ICommandHandler<NoteKeyChange> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  execute({ which }: NoteKeyChange): Promise<void> {
    return this.grants.change(which, (grant) => grant.noteKeyChange(this.clock.now()));
  }
}

@CommandHandler(LinkLicenseKey)
export class LinkLicenseKeyHandler implements ICommandHandler<LinkLicenseKey> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  execute({ which, key }: LinkLicenseKey): Promise<void> {
    return this.grants.change(which, (grant) => grant.linkKey(key, this.clock.now()));
  }
}
