import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import type { CustomerSnapshot } from '#customer-portal/contract';
import { FindEntitlements } from '#entitlements/contract';
import { FindCustomerMeters } from '#metering/contract';
import { mapList, type Streamed } from '#support/streamed-lists';
import type { CustomerStateView } from './customer-state.view.ts';

/** The lists of subscriptions and benefits are streamed if they are long. */
export type StreamedCustomerState = Streamed<CustomerStateView, 'active_subscriptions' | 'granted_benefits'>;

/** Fields of the reference API for features that do not exist here: custom field data, discounts, units. */
const WITHOUT = { custom_field_data: {}, discount_id: null, units: null };

/** Composes the states of customers from several contexts. */
@Injectable()
export class CustomerStates {
  constructor(private readonly queries: QueryBus) {}

  async of(customer: CustomerSnapshot): Promise<StreamedCustomerState> {
    const { organization_id: organizationId, id } = customer;
    const [{ subscriptions, benefits }, active_meters] = await Promise.all([
      this.queries.execute(new FindEntitlements(organizationId, id)),
      this.queries.execute(new FindCustomerMeters(organizationId, id)),
    ]);
    return {
      ...customer,
      active_subscriptions: await mapList(subscriptions, (page) => page.map((each) => ({ ...each, ...WITHOUT }))),
      granted_benefits: await mapList(benefits, (page) => this.granted(page)),
      active_meters,
    };
  }

  private async granted<Granted extends { readonly benefit_id: string }>(benefits: readonly Granted[]) {
    const known = await this.queries.execute(new FindBenefits([...new Set(benefits.map(({ benefit_id }) => benefit_id))]));
    return benefits.map((each) => {
      const { type, metadata } = known.get(each.benefit_id)!;
      return { ...each, benefit_type: type, benefit_metadata: metadata };
    });
  }
}
