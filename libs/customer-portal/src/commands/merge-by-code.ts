import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, type CustomerAccess, NotPermitted, WallClock } from '#kernel';
import { SignInCodes } from '#support/credentials';
import { FindSeller } from '#organizations/contract';
import { FindCustomers } from '../contract/index.ts';
import { Customers } from '../domain/customers.ts';
import { assertMayMergeOthers, mergeIntoOwn, unusableCode } from '../domain/own-mergers.ts';
import { SignIns } from '../domain/sign-ins.ts';
import { redeemCode } from './redeem-code.ts';

/**
 * A signed-in customer merges another one into itself, whose address it proves by a code that was mailed there to sign in. What does
 * not depend on the code is checked before the code is used up. What the other one has in other contexts follows by event.
 */
export class MergeByCode extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(MergeByCode)
export class MergeByCodeHandler implements ICommandHandler<MergeByCode> {
  constructor(
    private readonly customers: Customers,
    private readonly signIns: SignIns,
    private readonly codes: SignInCodes,
    private readonly queries: QueryBus,
    private readonly wallClock: WallClock,
    private readonly clock: Clock,
  ) {}

  async execute({ access: { organizationId, customerId }, code: typed }: MergeByCode): Promise<void> {
    const { customer_portal_settings: settings } = await this.queries.execute(new FindSeller(organizationId));
    if (!settings.customer.allow_email_change) throw new NotPermitted('The seller does not let customers merge their accounts.');
    const own = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId)!;
    assertMayMergeOthers(own.type);
    const { signIns, codes, wallClock } = this;
    const redeemed = await redeemCode({ signIns, codes, clock: wallClock }, typed, organizationId);
    if (!redeemed) throw unusableCode();
    const { user, code } = redeemed;
    const which = { source: user.customerId, target: customerId, organizations: [organizationId] };
    await this.customers.changeBoth(which, (_own, merger) =>
      mergeIntoOwn(merger, { memberId: user.memberId, emailKey: code.emailKey }, this.clock.now()),
    );
  }
}
