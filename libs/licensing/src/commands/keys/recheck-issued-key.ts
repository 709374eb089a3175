import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { FindCustomers, FindMembers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { LicenseKeys, type KeyOwner } from '../../domain/keys/license-keys.ts';
import { MoveKeysOfMergedCustomer } from './move-keys-of-merged-customer.ts';
import { SyncEntitlements } from './sync-entitlements.ts';

/**
 * Moves a key whose customer was merged while it was being issued. Revokes a directly issued key whose customer, member or benefit
 * was deleted meanwhile; other keys are revoked with their grants, and get the flags of their purchase.
 */
export class RecheckIssuedKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
    /** Null if it was issued directly. */
    readonly grantId: string | null,
  ) {
    super();
  }
}

@CommandHandler(RecheckIssuedKey)
export class RecheckIssuedKeyHandler implements ICommandHandler<RecheckIssuedKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, id, grantId }: RecheckIssuedKey): Promise<void> {
    const within = [organizationId];
    const { customerId } = await this.licenseKeys.ownerOf(id, within);
    await this.commands.execute(new MoveKeysOfMergedCustomer(organizationId, customerId));
    if (grantId !== null) return this.commands.execute(new SyncEntitlements(grantId));
    if (await this.isValid(await this.licenseKeys.ownerOf(id, within))) return;
    await this.licenseKeys.change({ id, within }, (key) => key.update({ status: 'revoked' }, this.clock.now()));
  }

  /** The members are read first: a merger that removed the member is then seen, too. */
  private async isValid({ customerId, memberId, benefitId }: KeyOwner): Promise<boolean> {
    const members = await this.queries.execute(new FindMembers(memberId === null ? [] : [memberId], 'not-deleted'));
    const [customers, benefits] = await Promise.all([
      this.queries.execute(new FindCustomers([customerId])),
      this.queries.execute(new FindLicenseKeyBenefits([benefitId])),
    ]);
    const customer = customers.get(customerId);
    const hasMember = memberId === null || members.has(memberId) || customer?.id !== customerId;
    return hasMember && customer?.deleted_at === null && benefits.get(benefitId)?.isDeleted === false;
  }
}
