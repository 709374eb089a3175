import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefitGrants } from '#entitlements/contract';
import { Clock } from '#kernel';
import { Balances } from '../domain/balances.ts';
import { customersNamed } from './customer-lookup.ts';

/** The credits of a grant follow it to the customer who has it now: its purchase changed hands. */
export class MoveCreditsWithGrant extends Command<void> {
  constructor(readonly grantId: string) {
    super();
  }
}

@CommandHandler(MoveCreditsWithGrant)
export class MoveCreditsWithGrantHandler implements ICommandHandler<MoveCreditsWithGrant> {
  constructor(
    private readonly balances: Balances,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** Repeated if the credits went to somebody else meanwhile. */
  async execute({ grantId }: MoveCreditsWithGrant): Promise<void> {
    for (;;) {
      const holderId = await this.balances.holderOf(grantId);
      const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
      if (holderId === undefined || !grant) return;
      const customers = await customersNamed(this.queries, [holderId, grant.customerId]);
      const [from, to] = [customers.get(holderId), customers.get(grant.customerId)];
      if (!from || !to || (await this.balances.moveCredits({ grant, holderId, from, to }, this.clock.now()))) return;
    }
  }
}
