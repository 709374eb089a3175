import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindMeters } from '#catalog/needs';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { Balances } from '../domain/balances.ts';
import { customersById } from './customer-lookup.ts';

/** Creates the customer meter of a customer and a meter unless there is one, and returns its id. */
export class CreateCustomerMeter extends Command<string> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
    readonly meterId: string,
  ) {
    super();
  }
}

@CommandHandler(CreateCustomerMeter)
export class CreateCustomerMeterHandler implements ICommandHandler<CreateCustomerMeter> {
  constructor(
    private readonly balances: Balances,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, customerId, meterId }: CreateCustomerMeter): Promise<string> {
    const [[customer], meters] = await Promise.all([
      customersById(this.queries, [customerId]),
      this.queries.execute(new FindMeters([meterId])),
    ]);
    const meter = meters.get(meterId);
    if (!customer || customer.isDeleted || !access.visible.includes(customer.organizationId)) {
      throw ValidationFailed.at(['customerId'], 'Customer does not exist.', customerId);
    }
    access.assertCanManage(customer.organizationId);
    if (meter?.organizationId !== customer.organizationId) {
      throw ValidationFailed.at(['meterId'], 'Meter does not exist.', meterId);
    }
    return this.balances.open(customer, meterId, this.clock.now());
  }
}
