import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyMember } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { SyncSeatHolderGrants } from '../contract/seats-of-purchases.ts';
import { HoldsSeat } from '../needs/seats-of-purchases.ts';
import { BenefitGrants, type PurchaseInBrief, type PurchaseReference } from '../domain/benefit-grants.ts';
import type { Entitlement } from '../domain/entitlement.ts';
import { type GrantedBenefits, grantedBenefits, NOTHING } from './granted-benefits.ts';

@CommandHandler(SyncSeatHolderGrants)
export class SyncSeatHolderGrantsHandler implements ICommandHandler<SyncSeatHolderGrants> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** Reads the other contexts after the revision, and repeats both if the revision has changed in the meantime. */
  async execute({ which, memberId: named, eventId }: SyncSeatHolderGrants): Promise<void> {
    const { id: memberId, formerIds } = await this.queries.execute(new IdentifyMember(named));
    const beneficiary = { ...which, memberId, formerMemberIds: formerIds };
    const memberIds = [memberId, ...formerIds];
    for (;;) {
      const purchase = await this.grants.purchase(beneficiary);
      if (!purchase) return;
      const { benefits } = await this.benefitsOf(which, purchase, memberIds);
      const now = this.clock.now();
      const sync = (entitlement: Entitlement): void => entitlement.sync(benefits, eventId, now);
      if (await this.grants.sync(beneficiary, purchase.revision, sync)) return;
    }
  }

  private async benefitsOf(
    which: PurchaseReference,
    purchase: PurchaseInBrief,
    memberIds: readonly string[],
  ): Promise<GrantedBenefits> {
    const holdsSeat = await this.queries.execute(new HoldsSeat(which, memberIds));
    return holdsSeat ? grantedBenefits(this.queries, which.organizationId, purchase) : NOTHING;
  }
}
