import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Customer, type NewCustomer } from '../domain/customer.ts';
import { Member, type NewMember } from '../domain/member.ts';
import { Customers } from '../domain/customers.ts';

/** The owner of a new customer. Fields that are left out are copied from the customer. */
export type NewOwner = Partial<Pick<NewMember, 'email' | 'name' | 'externalId'>>;

/** Creates a customer and returns its id. The owner is created with it if an e-mail address is given. */
export class CreateCustomer extends Command<string> {
  constructor(
    readonly birth: NewCustomer,
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

  async execute({ birth, owner }: CreateCustomer): Promise<string> {
    const now = this.clock.now();
    const customer = Customer.create(birth, now);
    await this.customers.add(customer, ownerOf(customer, birth, owner, now));
    return customer.id;
  }
}

function ownerOf({ id: customerId, organizationId }: Customer, birth: NewCustomer, given: NewOwner, at: Date) {
  const email = given.email ?? birth.email;
  if (!email) return undefined;
  const { name = birth.name, externalId = birth.externalId } = given;
  return Member.join({ customerId, organizationId }, { email, name, externalId, role: 'owner' }, at);
}
