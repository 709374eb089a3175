import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { MoveRecordsOfMergedCustomer } from './move-records-of-merged-customer.ts';
import { mayBeGranted } from './granted-benefits.ts';

/** Moves a grant whose customer was merged while it was being granted, and revokes it if its benefit or customer was deleted. */
export class RecheckNewGrant extends Command<void> {
  constructor(
    readonly which: { readonly id: string; readonly organizationId: string },
    /** The event after which the grant is checked. */
    readonly eventId: number,
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

  async execute({ which, eventId }: RecheckNewGrant): Promise<void> {
    const grant = await this.grants.find({ id: which.id, organizations: [which.organizationId] });
    await this.commands.execute(new MoveRecordsOfMergedCustomer(which.organizationId, grant.customerId, eventId));
    if (!(await mayBeGranted(this.queries, grant)))
      await this.grants.change(which, (orphaned) => orphaned.revoke(eventId, this.clock.now()));
  }
}
