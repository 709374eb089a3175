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

  async execute({ grantId }: SyncEntitlements): Promise<void> {
    const purchase = await entitlementsOfPurchase(grantId, this.queries);
    if (!purchase?.hasFlags) return;
    const { organizationId, revision, shown } = purchase;
    const found = purchase.grantsOfKeys.map((id) => this.licenseKeys.findByGrant(organizationId, id));
    const now = this.clock.now();
    const changes = (await Promise.all(found))
      .filter((key) => key !== undefined && key.entitlementsRevision < revision)
      .map((key) =>
        this.licenseKeys.change({ id: key!.id, within: [organizationId] }, (each) => each.entitle(revision, shown, now)),
      );
    await Promise.all(changes);
  }
}

/** The flags that a purchase brings its keys. */
interface EntitlementsOfPurchase {
  readonly organizationId: string;
  /** The number of decisions about its grants. */
  readonly revision: number;
  readonly shown: KeyEntitlement[] | null;
  /** Also if all of them are revoked. */
  readonly hasFlags: boolean;
  /** The ids of those grants that bring keys. */
  readonly grantsOfKeys: readonly string[];
}

/**
 * What the purchase of a grant brings; undefined if that is one benefit, or if there is no such grant. The values are read after the
 * grants: a change of them that is missed renews the grants, which brings a higher revision.
 */
export async function entitlementsOfPurchase(grantId: string, queries: QueryBus): Promise<EntitlementsOfPurchase | undefined> {
  const purchase = await queries.execute(new FindGrantsOfPurchase(grantId));
  if (!purchase || purchase.grants.length < 2) return undefined;
  const { organizationId, revision, grants } = purchase;
  const benefits = await queries.execute(new FindBenefits([...new Set(grants.map(({ benefitId }) => benefitId))]));
  const isOf = (type: BenefitView['type']) => grants.filter(({ benefitId }) => benefits.get(benefitId)?.type === type);
  const flags = isOf('feature_flag');
  return {
    organizationId,
    revision,
    shown: shownEntitlements(grantedFlags(flags, benefits)),
    hasFlags: flags.length > 0,
    grantsOfKeys: isOf('license_keys').map(({ id }) => id),
  };
}

const grantedFlags = (flags: GrantsOfPurchase['grants'], benefits: ReadonlyMap<string, BenefitView>): KeyEntitlement[] =>
  flags.flatMap(({ benefitId, isGranted }) => {
    const benefit = benefits.get(benefitId);
    if (!isGranted || benefit?.type !== 'feature_flag' || benefit.is_deleted) return [];
    return [{ benefit_id: benefitId, values: benefit.values ?? {} }];
  });
