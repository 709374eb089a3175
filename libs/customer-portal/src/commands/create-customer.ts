import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Customer } from '../domain/customer.ts';
import type { NewCustomer } from '../domain/customer-state.ts';
import { Member, type NewMember } from '../domain/member.ts';
import { Customers } from '../domain/customers.ts';

/** The owner of a new customer. Fields that are left out are copied from the customer. */
export type NewOwner = Partial<Pick<NewMember, 'email' | 'name' | 'externalId'>>;

/** Creates a customer and returns its id. The owner is created with it if an email address is given. */
export class CreateCustomer extends Command<string> {
  constructor(
    readonly attributes: NewCustomer,
    readonly owner: NewOwner = {},
  ) {
    super();
  }
}

@CommandHandler(CreateCustomer)
export class CreateCustomerHandler implements ICommandHandler<CreateCustomer> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  async execute({ attributes, owner }: CreateCustomer): Promise<string> {
    const now = this.clock.now();
    const customer = Customer.create(attributes, now);
    await this.customers.add(customer, ownerOf(customer, attributes, owner, now));
    return customer.id;
  }
}

function ownerOf({ id: customerId, organizationId }: Customer, attributes: NewCustomer, given: NewOwner, now: Date) {
  const email = given.email ?? attributes.email;
  if (!email) return undefined;
  const { name = attributes.name, externalId = attributes.externalId } = given;
  return Member.create({ customerId, organizationId }, { email, name, externalId, role: 'owner' }, now);
}
