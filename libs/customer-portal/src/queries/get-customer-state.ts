import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomerMeters } from '#metering/contract';
import { type ActiveSubscription, FindEntitlements, type GrantedBenefit } from '#entitlements/contract';
import type { Access } from '#kernel';
import { mapList, type Streamed } from '#platform/wire';
import type { CustomerStateView } from './customer-state.view.ts';
import { GetCustomer } from './get-customer.ts';

/** The lists of subscriptions and benefits are streamed if they are long. */
export type CustomerState = Streamed<CustomerStateView, 'active_subscriptions' | 'granted_benefits'>;

/** A customer with its current subscriptions, benefits and meters, composed from several contexts. */
export class GetCustomerState extends Query<CustomerState> {
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

  async execute({ access, which }: GetCustomerState): Promise<CustomerState> {
    const customer = await this.queries.execute(new GetCustomer(access, which));
    const { subscriptions, benefits } = await this.queries.execute(new FindEntitlements(customer.organization_id, customer.id));
    const active_meters = await this.queries.execute(new FindCustomerMeters(customer.organization_id, customer.id));
    return {
      ...customer,
      active_subscriptions: await mapList(subscriptions, active),
      granted_benefits: await mapList(benefits, (page) => this.granted(page)),
      active_meters,
    };
  }

  private async granted(benefits: readonly GrantedBenefit[]) {
    const known = await this.queries.execute(new FindBenefits([...new Set(benefits.map(({ benefit_id }) => benefit_id))]));
    return benefits.map((each) => {
      const { type, metadata } = known.get(each.benefit_id)!;
      return { ...each, benefit_type: type, benefit_metadata: metadata };
    });
  }
}

const active = (subscriptions: readonly ActiveSubscription[]) => subscriptions.map((each) => ({ ...each, ...WITHOUT }));
