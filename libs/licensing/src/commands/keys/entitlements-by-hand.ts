import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, isAddOn } from '#catalog/contract';
import { type BenefitGrantSnapshot, FindBenefitGrants } from '#entitlements/contract';
import { type Access, Clock, CustomerAccess, NotPermitted, ValidationFailed } from '#kernel';
import { AttachedGrants, fits, isUsable } from '../../domain/keys/attached-grants.ts';
import type { CombineRule, EntitlementPart } from '../../domain/keys/entitlement-parts.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { type KeyOwner, LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type Actor, assertCanManage, assertCanSee, canSee, organizationsOf } from './key-permissions.ts';
import { SyncAttachedGrant } from './sync-attached-grant.ts';

interface EntitlementToGive {
  readonly benefitId: string;
  /** The values of the benefit, if left out; and so its rule. */
  readonly values?: EntitlementPart['values'] | undefined;
  readonly combine?: CombineRule | null | undefined;
  readonly reason: string;
  /** Null if it has no end. */
  readonly endsAt: Date | null;
}

/** The seller adds something to what a license key entitles to. Returns its ID. */
export class GiveEntitlement extends Command<string> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly given: EntitlementToGive,
  ) {
    super();
  }
}

/** The seller takes back what was given to a license key by hand. */
export class TakeBackEntitlement extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly entitlementId: string,
  ) {
    super();
  }
}

/** The seller, or a customer for itself, chooses the license key that a grant of an add-on extends. */
export class AttachGrant extends Command<void> {
  constructor(
    readonly actor: Actor,
    readonly id: string,
    readonly grantId: string,
  ) {
    super();
  }
}

@CommandHandler(GiveEntitlement)
export class GiveEntitlementHandler implements ICommandHandler<GiveEntitlement> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, given }: GiveEntitlement): Promise<string> {
    const { benefitId, reason, endsAt } = given;
    const { organizationId } = await this.licenseKeys.findSnapshot(id, access.visible);
    access.assertCanManage(organizationId);
    const benefit = (await this.queries.execute(new FindBenefits([benefitId]))).get(benefitId);
    if (benefit?.type !== 'feature_flag' || benefit.is_deleted || benefit.organization_id !== organizationId)
      throw ValidationFailed.at(['benefitId'], 'Benefit of type feature_flag does not exist.', benefitId);
    const { values = benefit.values ?? {}, combine = benefit.combine } = given;
    const part = { benefit_id: benefitId, values, ...(combine ? { combine } : {}) };
    const now = this.clock.now(organizationId);
    return this.licenseKeys.change({ id, within: [organizationId] }, (key) =>
      key.giveEntitlement({ ...part, reason, endsAt }, now),
    );
  }
}

@CommandHandler(TakeBackEntitlement)
export class TakeBackEntitlementHandler implements ICommandHandler<TakeBackEntitlement> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, entitlementId }: TakeBackEntitlement): Promise<void> {
    await this.licenseKeys.change({ id, within: access.visible }, (key) => {
      access.assertCanManage(key.organizationId);
      key.takeBackEntitlement(entitlementId, this.clock.now());
    });
  }
}

interface Choice {
  readonly grant: BenefitGrantSnapshot;
  /** The benefit of which the key has to be; null if any fits. */
  readonly keyBenefitId: string | null;
  readonly refuse: (why: string) => ValidationFailed;
}

@CommandHandler(AttachGrant)
export class AttachGrantHandler implements ICommandHandler<AttachGrant> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly attached: AttachedGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ actor, id, grantId }: AttachGrant): Promise<void> {
    const key = await this.licenseKeys.findSnapshot(id, organizationsOf(actor));
    assertCanSee(actor, key);
    const { organizationId, customerId } = key;
    assertCanManage(actor, organizationId);
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    const refuse = (why: string) => ValidationFailed.at(['benefitGrantId'], why, grantId);
    if (grant?.organizationId !== organizationId || !canSee(actor, grant)) throw refuse('Benefit grant does not exist.');
    const benefit = (await this.queries.execute(new FindBenefits([grant.benefitId]))).get(grant.benefitId);
    if (!isAddOn(benefit)) throw refuse('The benefit does not extend license keys of other purchases.');
    if (!grant.isGranted) throw refuse('The benefit is not granted.');
    if (grant.customerId !== customerId) throw refuse('The license key belongs to another customer.');
    if (actor instanceof CustomerAccess) {
      if (benefit.visibility !== 'public') throw refuse('Benefit grant does not exist.');
      const keyBenefitId = benefit.attach.to === 'key_of' ? benefit.attach.benefit_id : null;
      await this.assertMayChoose(actor, key, { grant, keyBenefitId, refuse });
    }
    await this.commands.execute(new SyncAttachedGrant(grantId, { licenseKeyId: id, customerId }));
  }

  /** Customers choose among what they see, and only a key that works and that the add-on is for. */
  private async assertMayChoose(
    actor: CustomerAccess,
    key: LicenseKeySnapshot & KeyOwner,
    { grant, keyBenefitId, refuse }: Choice,
  ): Promise<void> {
    if (!fits(key, { memberId: grant.memberId, keyBenefitId })) throw refuse('The add-on does not fit the license key.');
    if (!isUsable(key, this.clock.now(key.organizationId))) throw new NotPermitted('License key is no longer active.');
    const place = await this.attached.find(key.organizationId, grant.id);
    if (!place && keyBenefitId !== null) throw refuse('The add-on stays with the license key of its purchase.');
    const present = place?.licenseKeyId ?? null;
    if (present === null) return;
    if (!canSee(actor, await this.licenseKeys.ownerOf(present, [key.organizationId])))
      throw refuse('The add-on extends a license key of somebody else.');
  }
}
