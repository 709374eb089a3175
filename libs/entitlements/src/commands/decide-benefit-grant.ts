import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { SetStatusOfGrantedKey } from '../needs/keys-of-purchases.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { BenefitNotGrantable } from '../domain/purchase.errors.ts';
import { mayBeGranted } from './granted-benefits.ts';

/** Grants or revokes one benefit grant by hand. It stays so until the next decision by hand. */
export class DecideBenefitGrant extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly status: 'granted' | 'revoked',
  ) {
    super();
  }
}

@CommandHandler(DecideBenefitGrant)
export class DecideBenefitGrantHandler implements ICommandHandler<DecideBenefitGrant> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /**
   * The license key of a grant numbers all decisions about the two, so the key decides first. If the second step fails, the
   * event of the key brings the decision to the grant.
   */
  async execute({ access, id, status }: DecideBenefitGrant): Promise<void> {
    const grant = await this.grants.find({ id, organizations: access.visible });
    const { organizationId } = grant;
    access.assertCanManage(organizationId);
    if (status === 'granted' && !(await mayBeGranted(this.queries, grant))) throw new BenefitNotGrantable();
    const revision = await this.commands.execute(new SetStatusOfGrantedKey(organizationId, id, status));
    const eventId = await this.grants.lastEventId();
    const now = this.clock.now();
    await this.grants.change({ id, organizationId }, (each) =>
      revision === null ? each.decideByHand(status, eventId, now) : each.applyKeyStatus({ status, revision }, eventId, true, now),
    );
  }
}
