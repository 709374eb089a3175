import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { Clock } from '#kernel';
import type { BenefitTerms } from '../domain/benefit-grant.events.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { MoveRecordsOfMergedCustomer } from './move-records-of-merged-customer.ts';
import { hasOtherTerms, mayBeGranted } from './granted-benefits.ts';

/**
 * Moves a grant whose customer was merged while it was being granted, revokes it if its benefit or customer was deleted, and renews its
 * terms if those of its benefit are other ones than were told.
 */
export class RecheckNewGrant extends Command<void> {
  constructor(
    readonly which: { readonly id: string; readonly organizationId: string },
    /** The event after which the grant is checked. */
    readonly eventId: number,
    readonly terms?: BenefitTerms,
  ) {
    super();
  }
}

@CommandHandler(RecheckNewGrant)
export class RecheckNewGrantHandler implements ICommandHandler<RecheckNewGrant> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ which, eventId, terms }: RecheckNewGrant): Promise<void> {
    const grant = await this.grants.find({ id: which.id, organizations: [which.organizationId] });
    await this.commands.execute(new MoveRecordsOfMergedCustomer(which.organizationId, grant.customerId, eventId));
    const now = this.clock.now();
    if (!(await mayBeGranted(this.queries, grant))) return this.grants.change(which, (orphaned) => orphaned.revoke(eventId, now));
    const benefit = (await this.queries.execute(new FindBenefits([grant.benefitId]))).get(grant.benefitId)!;
    if (hasOtherTerms(benefit, terms)) await this.grants.change(which, (outdated) => outdated.renewTerms(true, now));
  }
}
