import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock, ResourceNotFound } from '#kernel';
import { Balances, type Gift } from '../domain/balances.ts';
import { ReservableMeters, type WhichCustomerMeter } from '../domain/reservable-meters.ts';
import { customersById } from './customer-lookup.ts';

/** Credits units of a meter to a customer without a purchase. */
export class GiveUnits extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly gift: Gift,
  ) {
    super();
  }
}

/** Sets the usage of a customer back to 0. */
export class ResetUsage extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly reason: string,
  ) {
    super();
  }
}

/** Finds a customer meter that the caller may change. That of a deleted customer is none. */
async function manageable(meters: ReservableMeters, queries: QueryBus, access: Access, id: string): Promise<WhichCustomerMeter> {
  const which = { id, organizations: access.visible };
  const { organizationId, customerId } = await meters.ownerOf(which);
  access.assertCanManage(organizationId);
  const [customer] = await customersById(queries, [customerId]);
  if (!customer || customer.isDeleted) throw new ResourceNotFound();
  return which;
}

@CommandHandler(GiveUnits)
export class GiveUnitsHandler implements ICommandHandler<GiveUnits> {
  constructor(
    private readonly balances: Balances,
    private readonly meters: ReservableMeters,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, customerMeterId, gift }: GiveUnits): Promise<void> {
    const which = await manageable(this.meters, this.queries, access, customerMeterId);
    await this.balances.give(which, gift, this.clock.now());
  }
}

@CommandHandler(ResetUsage)
export class ResetUsageHandler implements ICommandHandler<ResetUsage> {
  constructor(
    private readonly balances: Balances,
    private readonly meters: ReservableMeters,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, customerMeterId, reason }: ResetUsage): Promise<void> {
    const which = await manageable(this.meters, this.queries, access, customerMeterId);
    await this.balances.reset(which, reason, this.clock.now());
  }
}
