import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { type BenefitGrantSnapshot, FindBenefitGrants } from '#entitlements/contract';
import { Clock } from '#kernel';
import { chosenString, generatedString } from '../../domain/keys/key-string.ts';
import { KeyPools } from '../../domain/pools/key-pools.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import { GrantHasKey, KeyStringsTaken, LicenseKeys, type ReservedString } from '../../domain/keys/license-keys.ts';
import { termsOf } from './granted-terms.ts';
import { SyncEntitlements } from './sync-entitlements.ts';

/**
 * Updates the key of a grant to the current state of the grant; issues the key if there is none. A grant of another benefit may be a
 * flag of the keys of its purchase.
 */
export class SyncKeyWithGrant extends Command<void> {
  constructor(readonly grantId: string) {
    super();
  }
}

@CommandHandler(SyncKeyWithGrant)
export class SyncKeyWithGrantHandler implements ICommandHandler<SyncKeyWithGrant> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly pools: KeyPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ grantId }: SyncKeyWithGrant): Promise<void> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return;
    const { benefitId } = grant;
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!benefit) await this.commands.execute(new SyncEntitlements(grantId));
    else if (!(await this.update(grant, benefit))) await this.issue(grant, benefit);
  }

  /** Returns false if the grant has no key. */
  private async update(grant: BenefitGrantSnapshot, benefit: LicenseKeyTerms): Promise<boolean> {
    const { id: grantId, organizationId } = grant;
    const id = await this.licenseKeys.findIdByGrant(organizationId, grantId);
    if (id === undefined) return false;
    const now = this.clock.now();
    await this.licenseKeys.change({ id, within: [organizationId] }, (key) =>
      key.syncWithGrant(grant, termsOf(grant, benefit, now), now),
    );
    return true;
  }

  private async issue(grant: BenefitGrantSnapshot, benefit: LicenseKeyTerms): Promise<void> {
    if (!grant.isGranted || benefit.isDeleted) return this.pools.stopWaiting(grant.organizationId, [grant.id]);
    const { id, revision, organizationId, customerId, memberId, benefitId } = grant;
    const now = this.clock.now();
    const owner = { organizationId, customerId, memberId, benefitId };
    const terms = { ...owner, ...termsOf(grant, benefit, now), grant: { id, revision }, startsAt: grant.purchasedAt };
    const [{ reservation, reserved }, poolId] = await Promise.all([
      this.reservedFor(grant, benefit),
      this.pools.ofBenefit(organizationId, benefitId),
    ]);
    const issueAs = (string: ReturnType<typeof generatedString>, history: ReservedString['history']) =>
      this.licenseKeys.addAll([LicenseKey.create({ ...terms, ...string, history }, now)], reserved && reservation);
    const issueFromPool = async (pool: string): Promise<void> => {
      await this.pools.change({ id: pool, organizations: [organizationId], free: 1, grantId: id }, (found) => {
        found.issue(id, (entry) => LicenseKey.create({ ...terms, ...entry, history: reserved?.history ?? null }, now), now);
      });
    };
    const issueNew = (): Promise<void> =>
      poolId === undefined ? issueAs(generatedString(benefit), reserved?.history ?? null) : issueFromPool(poolId);
    const issueReserved = ({ key, history }: ReservedString) => issueAs(chosenString(key, benefit), history);
    try {
      await (reserved ? issueReserved(reserved) : issueNew()).catch((error: unknown) => {
        if (!reserved || !(error instanceof KeyStringsTaken)) throw error;
        return issueNew();
      });
    } catch (error) {
      if (!(error instanceof GrantHasKey)) throw error;
      await this.update(grant, benefit);
    }
  }

  /** The string that was reserved for the purchase: for this benefit, or for one whose place it took before the key was issued. */
  private async reservedFor(grant: BenefitGrantSnapshot, { replacesBenefitIds }: LicenseKeyTerms) {
    const { organizationId, orderId, subscriptionId } = grant;
    const reservations = [grant.benefitId, ...replacesBenefitIds].map((benefitId) => ({
      organizationId,
      benefitId,
      purchaseId: (orderId ?? subscriptionId)!,
    }));
    for (const reservation of reservations) {
      const reserved = await this.licenseKeys.reservedFor(reservation);
      if (reserved !== undefined) return { reservation, reserved };
    }
    return { reservation: reservations[0]!, reserved: undefined };
  }
}
