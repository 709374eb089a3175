import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomerMeters } from '#metering/contract';
import { type Entitlements, FindEntitlements } from '#entitlements/contract';
import type { Access } from '#kernel';
import type { CustomerStateView } from './customer-state.view.ts';
import { GetCustomer } from './get-customer.ts';

/** A customer with its current subscriptions, benefits and meters, composed from several contexts. */
export class GetCustomerState extends Query<CustomerStateView> {
  constructor(
    readonly access: Access,
    readonly which: GetCustomer['which'],
  ) {
    super();
  }
}

/** Fields of the reference API for features that do not exist here: custom field data, discounts, units. */
const WITHOUT = { custom_field_data: {}, discount_id: null, units: null };

@QueryHandler(GetCustomerState)
export class GetCustomerStateHandler implements IQueryHandler<GetCustomerState> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ access, which }: GetCustomerState): Promise<CustomerStateView> {
    const customer = await this.queries.execute(new GetCustomer(access, which));
    const entitlements = await this.queries.execute(new FindEntitlements(customer.organization_id, customer.id));
    const active_meters = await this.queries.execute(new FindCustomerMeters(customer.organization_id, customer.id));
    return { ...customer, ...(await this.entitled(entitlements)), active_meters };
  }

  private async entitled({ subscriptions, benefits }: Entitlements) {
    const known = await this.queries.execute(new FindBenefits([...new Set(benefits.map(({ benefit_id }) => benefit_id))]));
    return {
      active_subscriptions: subscriptions.map((subscription) => ({ ...subscription, ...WITHOUT })),
      granted_benefits: benefits.map((granted) => {
        const { type, metadata } = known.get(granted.benefit_id)!;
        return { ...granted, benefit_type: type, benefit_metadata: metadata };
      }),
    };
  }
}
