import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { ChangeCustomerEmail } from '../contract/change-customers.ts';
import { Customers } from '../domain/customers.ts';
import { RecordFirstUsage, BecomeTeam } from '../contract/index.ts';
import { FindMergeTarget } from '../contract/customers.ts';

@CommandHandler(BecomeTeam)
export class BecomeTeamHandler implements ICommandHandler<BecomeTeam> {
  constructor(
    private readonly customers: Customers,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, id }: BecomeTeam): Promise<void> {
    if (await this.becomeTeam(organizationId, id)) return;
    const target = await this.queries.execute(new FindMergeTarget(id));
    if (target !== null) await this.execute(new BecomeTeam(organizationId, target));
  }

  /** Returns false if the customer was deleted, or merged into another one that has its purchases now. */
  private async becomeTeam(organizationId: string, id: string): Promise<boolean> {
    try {
      await this.customers.change({ id, organizations: [organizationId] }, {}, (customer) =>
        customer.becomeTeam(this.clock.now()),
      );
      return true;
    } catch (error) {
      if (error instanceof ResourceNotFound) return false;
      throw error;
    }
  }
}

@CommandHandler(RecordFirstUsage)
export class RecordFirstUsageHandler implements ICommandHandler<RecordFirstUsage> {
  constructor(private readonly customers: Customers) {}

  async execute({ organizationId, customerId, firstEventAt }: RecordFirstUsage): Promise<void> {
    const which = { id: customerId, organizations: [organizationId] };
    await this.customers
      .change(which, {}, (customer) => customer.recordFirstUsage(firstEventAt))
      .catch((error: unknown) => {
        if (!(error instanceof ResourceNotFound)) throw error;
      });
  }
}

@CommandHandler(ChangeCustomerEmail)
export class ChangeCustomerEmailHandler implements ICommandHandler<ChangeCustomerEmail> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId, email }: ChangeCustomerEmail): Promise<void> {
    return this.customers.change({ id: customerId, organizations: [organizationId] }, { email }, (customer, taken) =>
      customer.update({ email }, taken, this.clock.now()),
    );
  }
}
