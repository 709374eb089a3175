import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { Customers } from '../domain/customers.ts';

/** Records when the first usage event of a customer was received. Does nothing if the customer is deleted. */
export class RecordFirstUsage extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly firstEventAt: Date,
  ) {
    super();
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
