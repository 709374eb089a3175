import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { type CustomerState, CustomerStates } from './customer-states.ts';
import { GetCustomer } from './get-customer.ts';

/** A customer with its current subscriptions, benefits and meters. */
export class GetCustomerState extends Query<CustomerState> {
  constructor(
    readonly access: Access,
    readonly which: GetCustomer['which'],
  ) {
    super();
  }
}

@QueryHandler(GetCustomerState)
export class GetCustomerStateHandler implements IQueryHandler<GetCustomerState> {
  constructor(
    private readonly queries: QueryBus,
    private readonly states: CustomerStates,
  ) {}

  async execute({ access, which }: GetCustomerState): Promise<CustomerState> {
    return this.states.of(await this.queries.execute(new GetCustomer(access, which)));
  }
}
