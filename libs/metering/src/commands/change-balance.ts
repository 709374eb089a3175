import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock, ResourceNotFound } from '#kernel';
import { Balances, type ChangeByHand } from '../domain/balances.ts';
import { ReservableMeters } from '../domain/reservable-meters.ts';
import { customersById } from './customer-lookup.ts';

export { DEFAULT_PRIORITY, LAST_PRIORITY } from '../domain/separate-credit.ts';

/** Changes the balance of a customer without a purchase or an event. That of a deleted customer cannot be changed. */
export class ChangeBalance extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly change: ChangeByHand,
  ) {
    super();
  }
}

@CommandHandler(ChangeBalance)
export class ChangeBalanceHandler implements ICommandHandler<ChangeBalance> {
  constructor(
    private readonly balances: Balances,
    private readonly meters: ReservableMeters,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, customerMeterId, change }: ChangeBalance): Promise<void> {
    const which = { id: customerMeterId, organizations: access.visible };
    const { organizationId, customerId } = await this.meters.ownerOf(which);
    access.assertCanManage(organizationId);
    const [customer] = await customersById(this.queries, [customerId]);
    if (!customer || customer.isDeleted) throw new ResourceNotFound();
    await this.balances.changeByHand(which, change, this.clock.now());
  }
}
