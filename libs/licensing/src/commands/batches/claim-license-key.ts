import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { EnsureCustomer } from '#customer-portal/contract';
import { Clock, CustomerAccess } from '#kernel';
import { assertClaimable } from '../../domain/batches/unclaimed-batch.ts';
import { UnclaimedBatches, type UnclaimedKey } from '../../domain/batches/unclaimed-batches.ts';
import { InactiveKeyNotValid, LicenseKeyClaimed, LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type FreeEntry, PoolEntryClaimed } from '../../domain/pools/pool-contents.ts';
import { expiryOf, policyOf } from '../keys/benefit-terms.ts';

/** Who claims a key: a customer who signed in, or whoever has an address. */
type Claimant = CustomerAccess | { readonly email: string };

/** Makes a license key of a string that nobody has claimed, and returns its id. The customer of the key gets the same one again. */
export class ClaimLicenseKey extends Command<string> {
  constructor(
    readonly organizationId: string,
    readonly key: string,
    readonly claimant: Claimant,
  ) {
    super();
  }
}

@CommandHandler(ClaimLicenseKey)
export class ClaimLicenseKeyHandler implements ICommandHandler<ClaimLicenseKey> {
  constructor(
    private readonly batches: UnclaimedBatches,
    private readonly licenseKeys: LicenseKeys,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, key, claimant }: ClaimLicenseKey): Promise<string> {
    const unclaimed = await this.batches.find(organizationId, key);
    if (!unclaimed) return this.claimedBefore(organizationId, key, claimant);
    assertClaimable(unclaimed, this.clock.now(organizationId));
    const benefit = await this.benefitOf(unclaimed);
    const holder = await this.holderFor(organizationId, claimant);
    try {
      return await this.claim(unclaimed, { ...holder, organizationId }, benefit);
    } catch (error) {
      if (!(error instanceof PoolEntryClaimed)) throw error;
      return this.claimedBefore(organizationId, key, claimant);
    }
  }

  private claim({ id: entryId, batchId }: UnclaimedKey, holder: Holder, benefit: LicenseKeyTerms): Promise<string> {
    const { organizationId } = holder;
    const now = this.clock.now(organizationId);
    const create = (entry: FreeEntry): LicenseKey =>
      LicenseKey.create(
        {
          ...holder,
          ...entry,
          stringKind: 'generated',
          benefitId: benefit.id,
          limitActivations: benefit.activations?.limit ?? null,
          limitUsage: benefit.limitUsage,
          expiresAt: expiryOf(benefit, benefit.expires, now),
          policy: policyOf(benefit, benefit.expires),
        },
        now,
      );
    const which = { id: batchId, organizations: [organizationId], entryId };
    return this.batches.change(which, (batch) => batch.claim(entryId, create, now).id);
  }

  private async benefitOf({ benefitId }: UnclaimedKey): Promise<LicenseKeyTerms> {
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!benefit || benefit.isDeleted) throw new InactiveKeyNotValid('disabled');
    return benefit;
  }

  private async holderFor(organizationId: string, claimant: Claimant): Promise<Omit<Holder, 'organizationId'>> {
    if (claimant instanceof CustomerAccess) {
      const { customerId, member } = claimant;
      return { customerId, memberId: member?.role === 'member' ? member.id : null };
    }
    const customerId = await this.commands.execute(new EnsureCustomer(organizationId, { email: claimant.email }));
    return { customerId, memberId: null };
  }

  private async claimedBefore(organizationId: string, key: string, claimant: Claimant): Promise<string> {
    const found = await this.licenseKeys.findByString(key, [organizationId]);
    if (!found) throw new LicenseKeyNotFound();
    const owner = await this.licenseKeys.ownerOf(found.id, [organizationId]);
    if (claimant instanceof CustomerAccess && owner.customerId === claimant.customerId && claimant.sees(owner.memberId)) {
      return found.id;
    }
    throw new LicenseKeyClaimed();
  }
}

interface Holder {
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
}
