import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { mayBeGranted } from './may-be-granted.ts';

/** Revokes a grant if its benefit or customer was deleted while it was being granted. */
export class RevokeOrphanedGrant extends Command<void> {
  constructor(
    readonly which: { readonly id: string; readonly organizationId: string },
    /** The event after which the grant is checked. */
    readonly eventId: number,
  ) {
    super();
  }
}

@CommandHandler(RevokeOrphanedGrant)
export class RevokeOrphanedGrantHandler implements ICommandHandler<RevokeOrphanedGrant> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ which, eventId }: RevokeOrphanedGrant): Promise<void> {
    const grant = await this.grants.find({ id: which.id, organizations: [which.organizationId] });
    if (!(await mayBeGranted(this.queries, grant)))
      await this.grants.change(which, (orphaned) => orphaned.revoke(eventId, this.clock.now()));
  }
}
