import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { FindBenefitGrants } from '#entitlements/contract';
import { type Access, Clock, fieldError, ValidationFailed } from '#kernel';
import { hasNoGrant } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import type { FollowedTerm, GrantedTerms, Terms } from '../../domain/keys/license-key.types.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { termsOf } from './benefit-terms.ts';

/** The end of the update period is set, or follows the benefit again. */
export interface UpdatePeriodChange {
  readonly until?: Date | undefined;
  readonly follows?: boolean;
}

/** Changes a key by hand. The terms in `follow` take their values from the benefit again. */
export class UpdateLicenseKey extends Command<LicenseKeySnapshot> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly terms: Terms,
    readonly follow: readonly FollowedTerm[] = [],
    readonly updates: UpdatePeriodChange = {},
  ) {
    super();
  }
}

@CommandHandler(UpdateLicenseKey)
export class UpdateLicenseKeyHandler implements ICommandHandler<UpdateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, terms, follow, updates }: UpdateLicenseKey): Promise<LicenseKeySnapshot> {
    ValidationFailed.throwIfAny(
      [...follow.filter((term) => terms[term] !== undefined), ...(updates.until && updates.follows ? ['updatesUntil'] : [])].map(
        (term) => fieldError(['followBenefit'], 'A field cannot be set and follow the benefit.', term),
      ),
    );
    const followed = follow.length === 0 ? {} : await this.termsOfBenefit(access, id, follow);
    return this.licenseKeys.change({ id, within: access.visible }, (licenseKey) => {
      access.assertCanManage(licenseKey.organizationId);
      const now = this.clock.now();
      if (updates.until || updates.follows) licenseKey.setUpdatesUntil(updates.until ?? null, now);
      licenseKey.update(terms, now, followed);
      return licenseKey.snapshot;
    });
  }

  /** The current terms of the benefit. The lifetime begins when the key was issued. */
  private async termsOfBenefit(access: Access, id: string, follow: readonly FollowedTerm[]): Promise<Partial<GrantedTerms>> {
    const { grantId, benefitId, createdAt, organizationId } = await this.licenseKeys.findSnapshot(id, access.visible);
    access.assertCanManage(organizationId);
    const grant = grantId === null ? undefined : (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!grant || !benefit) throw hasNoGrant();
    const terms = termsOf(grant, benefit, createdAt);
    return Object.fromEntries(follow.map((term) => [term, terms[term]]));
  }
}
