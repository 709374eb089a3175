import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Selectable } from 'kysely';
import { FindPriceViews } from '#catalog/contract';
import {
  type ActiveSubscription,
  type Entitlements,
  FindEntitlements,
  type GrantedBenefit,
} from '../contract/find-entitlements.ts';
import { readDb, readOrStreamList } from '#platform/persistence';
import { mapList, type MaybeStreamed } from '#platform/wire';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { SubscriptionMeters } from './subscription-meters.ts';

const SUBSCRIPTION = [
  ...(['id', 'created_at', 'modified_at', 'metadata', 'status', 'amount', 'currency', 'recurring_interval'] as const),
  ...(['current_period_start', 'current_period_end', 'trial_start', 'trial_end', 'cancel_at_period_end'] as const),
  ...(['canceled_at', 'started_at', 'ends_at', 'product_id', 'seats', 'customer_id', 'recipient_id', 'price_ids'] as const),
];
type SubscriptionRow = Selectable<Pick<EntitlementsTables['entitlements.subscriptions'], (typeof SUBSCRIPTION)[number]>>;

@QueryHandler(FindEntitlements)
export class FindEntitlementsHandler implements IQueryHandler<FindEntitlements> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly meters: SubscriptionMeters,
  ) {}

  async execute(query: FindEntitlements): Promise<Entitlements> {
    const [subscriptions, benefits] = await Promise.all([this.subscriptions(query), this.benefits(query)]);
    return { subscriptions, benefits: benefits as MaybeStreamed<GrantedBenefit> };
  }

  private async subscriptions({ organizationId, customerId }: FindEntitlements): Promise<Entitlements['subscriptions']> {
    const query = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(SUBSCRIPTION)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['active', 'trialing']);
    const rows = await readOrStreamList(this.em, { query, by: 'started_at', large: ['metadata'] });
    return mapList(rows, (page) => this.withMeters(page));
  }

  private async withMeters(rows: readonly SubscriptionRow[]): Promise<ActiveSubscription[]> {
    if (rows.length === 0) return [];
    const prices = await this.queries.execute(new FindPriceViews([...new Set(rows.flatMap(({ price_ids }) => price_ids))]));
    const meters = await this.meters.of(rows, prices);
    return rows.map(({ customer_id: _customer, recipient_id: _recipient, price_ids: _prices, ...row }) => ({
      ...(row as Omit<ActiveSubscription, 'meters'>),
      meters: meters.get(row.id)!.map(({ meter: _meter, ...used }) => used),
    }));
  }

  private benefits({ organizationId, customerId }: FindEntitlements) {
    const query = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(['id', 'created_at', 'modified_at', 'granted_at', 'benefit_id', 'properties'])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('granted_at', 'is not', null);
    return readOrStreamList(this.em, { query });
  }
}
