import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Customer, type NewCustomer } from '../domain/customer.ts';
import { Member, type NewMember } from '../domain/member.ts';
import { Customers } from '../domain/customers.ts';

/** Who owns a new customer; what is left out is as the customer's own. */
export type NewOwner = Partial<Pick<NewMember, 'email' | 'name' | 'externalId'>>;

/** Answers with the new customer's id. It has an owner from the start, unless nobody is known by an address. */
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
