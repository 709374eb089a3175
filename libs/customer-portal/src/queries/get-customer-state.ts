import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { type StreamedCustomerState, CustomerStates } from './customer-states.ts';
import { GetCustomer } from './get-customer.ts';

/** A customer with its current subscriptions, benefits and meters. */
export class GetCustomerState extends Query<StreamedCustomerState> {
  constructor(
    readonly access: Access,
    /** Where the caller may not see sales, no subscription is shown. */
    readonly sales: Access,
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

  async execute({ access, sales, which }: GetCustomerState): Promise<StreamedCustomerState> {
    const customer = await this.queries.execute(new GetCustomer(access, which));
    const state = await this.states.of(customer);
    return sales.visible.includes(customer.organization_id) ? state : { ...state, active_subscriptions: [] };
  }
}
