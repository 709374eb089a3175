import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import {
  FindBenefits,
  FindLicenseKeyBenefits,
  type FlagTerms,
  licenseKeyTerms,
  type LicenseKeyProperties,
  type LicenseKeyTerms,
} from '#catalog/contract';
import { type BenefitGrantSnapshot, type DecidedGrant, FindBenefitGrants } from '#entitlements/contract';
import { FindRenewableKeys, renewableBy } from '#entitlements/needs';
import { Clock } from '#kernel';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { NewLicenseKey } from '../../domain/keys/license-key.types.ts';
import { shownEntitlements } from '../../domain/keys/entitlement-parts.ts';
import { chosenString, generatedString, type StringOfKind } from '../../domain/keys/key-string.ts';
import { KeyPools } from '../../domain/pools/key-pools.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import { GrantHasKey, KeyIssuance, KeyStringsTaken, type ReservedString } from '../../domain/keys/key-issuance.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { entitlementsOfPurchase, ignoredIn, lifetimeOf, termsOf } from './benefit-terms.ts';
import { KeyStrings } from './key-strings.ts';
import { SyncAttachedGrant } from './sync-attached-grant.ts';
import { SyncEntitlements } from './sync-entitlements.ts';

/**
 * Updates the key of a grant to what was decided about the grant; issues the key if there is none. A grant of another benefit may be a
 * flag of the keys of its purchase.
 */
export class SyncKeyWithGrant extends Command<void> {
  constructor(
    readonly grantId: string,
    /** What an event tells of it; without it, the grant and its benefit are asked for. */
    readonly decided?: DecidedGrant,
  ) {
    super();
  }
}

/** A grant with the terms of its benefit; undefined if that is not a license key. */
interface GrantWithTerms {
  readonly grant: BenefitGrantSnapshot;
  readonly benefit: LicenseKeyTerms | undefined;
  /** Set if the benefit is a flag that is, or once was, attached to keys of other purchases. */
  readonly attach: FlagTerms['attach'];
}

@CommandHandler(SyncKeyWithGrant)
export class SyncKeyWithGrantHandler implements ICommandHandler<SyncKeyWithGrant> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly issuance: KeyIssuance,
    private readonly pools: KeyPools,
    private readonly strings: KeyStrings,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ grantId, decided }: SyncKeyWithGrant): Promise<void> {
    const found = decided ? ofDecision(decided) : await this.asked(grantId);
    if (!found) return;
    const { grant, benefit, attach } = found;
    const syncEntitlements = () => this.commands.execute(new SyncEntitlements(grantId, decided?.purchase));
    if (attach) await this.commands.execute(new SyncAttachedGrant(grantId));
    if (!benefit) return syncEntitlements();
    if (await this.renew(grant, benefit)) return syncEntitlements();
    if (isFirst(decided) || !(await this.update(grant, benefit))) await this.issue(grant, benefit, decided);
  }

  private async asked(grantId: string): Promise<GrantWithTerms | undefined> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return undefined;
    const benefits = await this.queries.execute(new FindLicenseKeyBenefits([grant.benefitId]));
    const benefit = benefits.get(grant.benefitId);
    if (benefit) return { grant, benefit, attach: undefined };
    const other = (await this.queries.execute(new FindBenefits([grant.benefitId]))).get(grant.benefitId);
    return { grant, benefit, attach: other?.type === 'feature_flag' ? other.attach : undefined };
  }

  /** Returns false if the purchase renews no key, or one that cannot be renewed: it brings a key of its own. */
  private async renew(grant: BenefitGrantSnapshot, benefit: LicenseKeyTerms): Promise<boolean> {
    const { renewsLicenseKeyId: id, organizationId } = grant;
    if (id === null) return false;
    const within = [organizationId];
    const now = this.clock.now();
    const term = { lifetime: lifetimeOf(grant, benefit), updates: benefit.policy?.updates?.period };
    const quantity = ignoredIn(grant, benefit);
    try {
      const { grantId } = await this.licenseKeys.findSnapshot(id, within);
      const issuedFor = grantId && (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
      const context = { quantity, issuedFor: issuedFor || null };
      return await this.licenseKeys.change({ id, within }, (key) => key.renewFor(grant, term, now, context));
    } catch (error) {
      if (error instanceof LicenseKeyNotFound) return false;
      throw error;
    }
  }

  /** Returns false if the grant has no key. */
  private async update(grant: BenefitGrantSnapshot, benefit: LicenseKeyTerms): Promise<boolean> {
    const { id: grantId, organizationId } = grant;
    const issued = await this.licenseKeys.findByGrant(organizationId, grantId);
    if (!issued) return false;
    const now = this.clock.now();
    const terms = termsOf(grant, benefit, now);
    await this.licenseKeys.change({ id: issued.id, within: [organizationId] }, (key) => {
      const changes = key.syncWithGrant(grant, terms, now);
      if (changes?.isNewQuantity) key.noteUndelivered(grant, { quantity: ignoredIn(grant, benefit), isUndecided: false }, now);
    });
    return true;
  }

  /** Issues nothing for a decision that arrives after a later one. */
  private async issue(grant: BenefitGrantSnapshot, benefit: LicenseKeyTerms, decided?: DecidedGrant): Promise<void> {
    if (!grant.isGranted || benefit.isDeleted) {
      await this.issuance.noteDecision(grant.organizationId, grant.id, grant.revision);
      return this.pools.stopWaiting(grant.organizationId, [grant.id]);
    }
    const { id, revision, ordinal, organizationId, customerId, memberId, benefitId } = grant;
    const now = this.clock.now();
    const owner = { organizationId, customerId, memberId, benefitId };
    const isMailed = grant.deliverByEmail ?? benefit.deliverByEmail;
    const issued = { grant: { id, revision, ordinal }, startsAt: grant.purchasedAt, isMailed };
    const terms = { ...owner, ...termsOf(grant, benefit, now), ...issued };
    const [noted, purchase, { reservation, reserved }, poolId, isUndecided] = await Promise.all([
      decided ? this.issuance.notedDecision(organizationId, id) : 0,
      entitlementsOfPurchase(id, this.queries, decided?.purchase),
      this.reservedFor(grant, benefit),
      this.pools.ofBenefit(organizationId, benefitId),
      this.isRenewalUndecided(grant, benefit),
    ]);
    if (noted > revision) return;
    const entitlements = purchase && { revision: purchase.revision, own: purchase.ownOf(benefitId) };
    // A pool without entries would note that the grant waits for a key, even if it has one.
    if (poolId !== undefined && isFirst(decided) && (await this.update(grant, benefit))) return;
    const create = (string: Pick<NewLicenseKey, 'id' | 'key' | 'stringKind' | 'history'>): LicenseKey => {
      const key = LicenseKey.create({ ...terms, ...string, entitlements }, now);
      key.noteUndelivered(grant, { quantity: ignoredIn(grant, benefit), isUndecided }, now);
      return key;
    };
    const issueAs = (string: StringOfKind, history: ReservedString['history']) =>
      this.issuance.addAll([create({ ...string, history })], reserved && reservation);
    const issueFromPool = async (pool: string): Promise<void> => {
      await this.pools.change({ id: pool, organizations: [organizationId], free: 1, grantId: id }, (found) => {
        found.issue(id, (entry) => create({ ...entry, history: reserved?.history ?? null }), now);
      });
    };
    const issueNew = async (): Promise<void> => {
      if (poolId !== undefined) return issueFromPool(poolId);
      const facts = { expiresAt: terms.expiresAt, entitlements: shownEntitlements(entitlements?.own ?? []) };
      const string = benefit.signedFormat ? (await this.strings.prepare(benefit))(facts, now) : generatedString(benefit);
      return issueAs(string, reserved?.history ?? null);
    };
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

  /** Whether the customer has several keys that the purchase could renew. Keys of seats are not renewed. */
  private async isRenewalUndecided(grant: BenefitGrantSnapshot, { whenBoughtAgain }: LicenseKeyTerms): Promise<boolean> {
    const { organizationId, customerId, benefitId, renewsLicenseKeyId, ordinal, isBySeats } = grant;
    if (whenBoughtAgain !== 'renew' || renewsLicenseKeyId !== null || (ordinal ?? 1) > 1 || isBySeats) return false;
    const which = { customerId, benefitIds: [benefitId], licenseKeyId: null };
    const keys = await this.queries.execute(new FindRenewableKeys(organizationId, which));
    return renewableBy(keys) === 'several';
  }

  /** The string that was reserved for the first key of the purchase: for this benefit, or for one whose place it took before the key was issued. */
  private async reservedFor(grant: BenefitGrantSnapshot, { replacesBenefitIds }: LicenseKeyTerms) {
    const { organizationId, orderId, subscriptionId, ordinal } = grant;
    const reservations = [grant.benefitId, ...replacesBenefitIds].map((benefitId) => ({
      organizationId,
      benefitId,
      purchaseId: (orderId ?? subscriptionId)!,
    }));
    for (const reservation of (ordinal ?? 1) === 1 ? reservations : []) {
      const reserved = await this.issuance.reservedFor(reservation);
      if (reserved !== undefined) return { reservation, reserved };
    }
    return { reservation: reservations[0]!, reserved: undefined };
  }
}

/** Before the first decision about a grant there is no key, unless it arrives again. */
const isFirst = (decided: DecidedGrant | undefined): boolean => decided?.grant.revision === 1;

function ofDecision({ grant, benefit: { type, properties, attach } }: DecidedGrant): GrantWithTerms {
  if (type !== 'license_keys') return { grant, benefit: undefined, attach };
  const benefit = { id: grant.benefitId, organizationId: grant.organizationId, isDeleted: false };
  // The properties are those of the view of the benefit, which its type determines.
  return { grant, benefit: licenseKeyTerms(benefit, properties as unknown as LicenseKeyProperties), attach: undefined };
}
