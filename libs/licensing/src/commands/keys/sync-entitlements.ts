import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type BenefitView, FindBenefits } from '#catalog/contract';
import { FindGrantsOfPurchase, type GrantsOfPurchase } from '#entitlements/contract';
import { Clock } from '#kernel';
import { type KeyEntitlement, shownEntitlements } from '../../domain/keys/key-entitlements.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Brings the flags of all keys that the holder of a grant has from the same purchase into line with the grants. */
export class SyncEntitlements extends Command<void> {
  constructor(readonly grantId: string) {
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

  /** The values are read after the grants: a change of them that is missed renews the grants, which brings a higher revision. */
  async execute({ grantId }: SyncEntitlements): Promise<void> {
    const purchase = await this.queries.execute(new FindGrantsOfPurchase(grantId));
    if (!purchase) return;
    const { organizationId, revision, grants } = purchase;
    const benefits = await this.queries.execute(new FindBenefits([...new Set(grants.map(({ benefitId }) => benefitId))]));
    const isOf = (type: BenefitView['type']) => grants.filter(({ benefitId }) => benefits.get(benefitId)?.type === type);
    const flags = isOf('feature_flag');
    if (flags.length === 0) return;
    const entitlements = shownEntitlements(grantedFlags(flags, benefits));
    const found = isOf('license_keys').map(({ id }) => this.licenseKeys.findIdByGrant(organizationId, id));
    const now = this.clock.now();
    const changes = (await Promise.all(found))
      .filter((id) => id !== undefined)
      .map((id) => this.licenseKeys.change({ id, within: [organizationId] }, (key) => key.entitle(revision, entitlements, now)));
    await Promise.all(changes);
  }
}

const grantedFlags = (flags: GrantsOfPurchase['grants'], benefits: ReadonlyMap<string, BenefitView>): KeyEntitlement[] =>
  flags.flatMap(({ benefitId, isGranted }) => {
    const benefit = benefits.get(benefitId);
    if (!isGranted || benefit?.type !== 'feature_flag' || benefit.is_deleted) return [];
    return [{ benefit_id: benefitId, values: benefit.values ?? {} }];
  });
