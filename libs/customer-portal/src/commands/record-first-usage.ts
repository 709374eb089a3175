import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { RecordFirstUsage } from '../contract/index.ts';
import { Customers } from '../domain/customers.ts';

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
