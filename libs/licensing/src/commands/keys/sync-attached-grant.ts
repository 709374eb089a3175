import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type BenefitSnapshot, FindBenefits, type FlagTerms } from '#catalog/contract';
import { type BenefitGrantSnapshot, FindBenefitGrants, FindGrantsOfPurchase } from '#entitlements/contract';
import { Clock } from '#kernel';
import { type AttachedGrant, AttachedGrants, type PlacedGrant } from '../../domain/keys/attached-grants.ts';
import type { EntitlementPart } from '../../domain/keys/entitlement-parts.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/**
 * Brings a grant of an add-on and the license key that it extends into line: what it brings is attached to that key while it is granted. It
 * stays with the key that it was attached to first, unless its purchase went to another customer who does not have that key. Without a key
 * it waits.
 */
export class SyncAttachedGrant extends Command<void> {
  constructor(
    readonly grantId: string,
    readonly chosen: ChosenKey | null = null,
  ) {
    super();
  }
}

/** The key that was chosen for it. It does not count if the grant goes to another customer meanwhile. */
interface ChosenKey {
  readonly licenseKeyId: string;
  readonly customerId: string;
}

type FoundGrant = BenefitGrantSnapshot & { readonly createdAt: Date };
type FlagBenefit = BenefitSnapshot & { readonly type: 'feature_flag' };

@CommandHandler(SyncAttachedGrant)
export class SyncAttachedGrantHandler implements ICommandHandler<SyncAttachedGrant> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly attached: AttachedGrants,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** Repeated if something else was decided about the grant meanwhile. */
  async execute({ grantId, chosen }: SyncAttachedGrant): Promise<void> {
    for (;;) {
      const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
      const benefit = grant && (await this.queries.execute(new FindBenefits([grant.benefitId]))).get(grant.benefitId);
      if (!grant || benefit?.type !== 'feature_flag' || !benefit.attach) return;
      if (await this.sync(grant, benefit, chosen?.customerId === grant.customerId ? chosen.licenseKeyId : null)) return;
    }
  }

  private async sync(grant: FoundGrant, benefit: FlagBenefit, chosen: string | null): Promise<boolean> {
    const { organizationId, id: grantId } = grant;
    const before = await this.attached.find(organizationId, grantId);
    const isDue = grant.isGranted && !benefit.is_deleted && !(await this.isShownByOwnKey(grant, benefit.attach));
    if (!before && !isDue) return true;
    const kept = before && (await this.keptKey(before, grant, chosen));
    const licenseKeyId = isDue ? (chosen ?? kept ?? (await this.newestKey(grant, benefit.attach))) : (kept ?? null);
    const placed = await this.attached.place(
      placeOf(grant, benefit, { licenseKeyId, isDue, at: this.clock.now() }),
      before,
      grant,
    );
    if (!placed) return (await this.attached.find(organizationId, grantId))!.revision > grant.revision;
    const part = {
      benefit_id: benefit.id,
      values: benefit.values ?? {},
      ...(benefit.combine ? { combine: benefit.combine } : {}),
    };
    const former = before?.licenseKeyId ?? null;
    if (former !== null && former !== licenseKeyId) await this.attach(former, placed, grant, null);
    if (licenseKeyId !== null) await this.attach(licenseKeyId, placed, grant, isDue ? part : null);
    return true;
  }

  /** A flag that comes with a key of the benefit that it extends is one of that key's own. */
  private async isShownByOwnKey({ id }: FoundGrant, attach: FlagTerms['attach']): Promise<boolean> {
    if (attach?.to !== 'key_of') return attach?.to === 'own_key';
    const purchase = await this.queries.execute(new FindGrantsOfPurchase(id));
    return purchase?.grants.some(({ benefitId }) => benefitId === attach.benefit_id) ?? false;
  }

  /** The key that it was attached to, unless its purchase went to somebody who does not have that key. */
  private async keptKey(before: PlacedGrant, grant: FoundGrant, chosen: string | null): Promise<string | null> {
    const { licenseKeyId } = before;
    if (licenseKeyId === null || chosen !== null || before.customerId === grant.customerId) return licenseKeyId;
    const { customerId } = await this.licenseKeys.ownerOf(licenseKeyId, [grant.organizationId]);
    return customerId === grant.customerId ? licenseKeyId : null;
  }

  private async newestKey(grant: FoundGrant, attach: FlagTerms['attach']): Promise<string | null> {
    if (attach?.to !== 'key_of') return null;
    const keys = { ...grant, benefitId: attach.benefit_id };
    return (await this.attached.newestKey(keys, this.clock.now(grant.organizationId))) ?? null;
  }

  private async attach(id: string, placed: PlacedGrant, grant: FoundGrant, part: EntitlementPart | null): Promise<void> {
    const attached = { grantId: grant.id, placement: placed.placement, since: grant.createdAt.toISOString(), part };
    await this.licenseKeys
      .change({ id, within: [grant.organizationId] }, (key) => key.attachEntitlement(attached, this.clock.now()))
      .catch((error: unknown) => {
        if (!(error instanceof LicenseKeyNotFound)) throw error;
      });
  }
}

const placeOf = (
  { organizationId, id: grantId, customerId, memberId, revision }: FoundGrant,
  { attach }: FlagBenefit,
  { licenseKeyId, isDue, at }: { readonly licenseKeyId: string | null; readonly isDue: boolean; readonly at: Date },
): AttachedGrant => ({
  organizationId,
  grantId,
  licenseKeyId,
  customerId,
  memberId,
  keyBenefitId: attach?.to === 'key_of' ? attach.benefit_id : null,
  isWaiting: isDue && licenseKeyId === null,
  revision,
  since: at,
});
