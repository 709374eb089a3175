import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { FindCustomers, FindMembers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { LicenseKeys, type KeyOwner } from '../domain/license-keys.ts';

/** Revokes a key if its customer, member or benefit was deleted while it was being issued. */
export class RevokeOrphanedKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeOrphanedKey)
export class RevokeOrphanedKeyHandler implements ICommandHandler<RevokeOrphanedKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, id }: RevokeOrphanedKey): Promise<void> {
    const within = [organizationId];
    if (await this.isValid(await this.licenseKeys.ownerOf(id, within))) return;
    await this.licenseKeys.change({ id, within }, (key) => key.update({ status: 'revoked' }, this.clock.now()));
  }

  private async isValid({ customerId, memberId, benefitId }: KeyOwner): Promise<boolean> {
    const [customers, members, benefits] = await Promise.all([
      this.queries.execute(new FindCustomers([customerId])),
      this.queries.execute(new FindMembers(memberId === null ? [] : [memberId], 'not-deleted')),
      this.queries.execute(new FindLicenseKeyBenefits([benefitId])),
    ]);
    const hasMember = memberId === null || members.has(memberId);
    return hasMember && customers.get(customerId)?.deleted_at === null && benefits.get(benefitId)?.isDeleted === false;
  }
}
