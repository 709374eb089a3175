import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { Customers } from '../domain/customers.ts';
import { EmailChanges } from '../domain/email-changes.ts';

/**
 * Ends all sessions of a customer and its members. Codes that were mailed before open none, and a change of address that was asked for in
 * one of them is forgotten.
 */
export class EndCustomerSessions extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EndCustomerSessions)
export class EndCustomerSessionsHandler implements ICommandHandler<EndCustomerSessions> {
  constructor(
    private readonly customers: Customers,
    private readonly emailChanges: EmailChanges,
  ) {}

  async execute({ access, customerId: id }: EndCustomerSessions): Promise<void> {
    const organizationId = await this.customers.change<string>({ id, organizations: access.visible }, {}, (customer) => {
      access.assertCanManage(customer.organizationId);
      customer.endSessions();
      return customer.organizationId;
    });
    await this.emailChanges.deleteOfCustomer(organizationId, id);
  }
}
