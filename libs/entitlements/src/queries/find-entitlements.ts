import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Selectable, sql } from 'kysely';
import { FindPriceViews } from '#catalog/views';
import {
  type ActiveSubscription,
  type Entitlements,
  FindEntitlements,
  type GrantedBenefit,
  FindMeterEntitlements,
  type MeterEntitlements,
} from '../contract/purchases.ts';
import { readDb, readOrStreamList, ShortLists } from '#engine/persistence';
import { mapList, type MaybeStreamed } from '#support/streamed-lists';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { IS_GRANTED } from '../adapters/persistence/sql/is-granted.ts';
import { SubscriptionMeters } from './subscription-meters.ts';
import { FindPrices } from '#catalog/contract';

@QueryHandler(FindMeterEntitlements)
export class FindMeterEntitlementsHandler implements IQueryHandler<FindMeterEntitlements> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute(query: FindMeterEntitlements): Promise<MeterEntitlements> {
    const [paidMeterIds, benefitIds] = await Promise.all([this.paidMeters(query), this.benefits(query)]);
    return { paidMeterIds, benefitIds };
  }

  private async paidMeters({ organizationId, customerId }: FindMeterEntitlements): Promise<string[]> {
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(sql<string>`jsonb_array_elements_text(price_ids)`.as('price_id'))
      .distinct()
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['active', 'trialing'])
      .execute();
    if (rows.length === 0) return [];
    const prices = await this.queries.execute(new FindPrices(rows.map(({ price_id }) => price_id)));
    return [...new Set([...prices.values()].flatMap((price) => (price.amountType === 'metered_unit' ? price.meterId : [])))];
  }

  private async benefits({ organizationId, customerId }: FindMeterEntitlements): Promise<string[]> {
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select('benefit_id')
      .distinct()
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('granted_at', 'is not', null)
      .execute();
    return rows.map(({ benefit_id }) => benefit_id);
  }
}

const SUBSCRIPTION_FIELDS = [
  ...(['id', 'created_at', 'modified_at', 'metadata', 'status', 'amount', 'currency', 'recurring_interval'] as const),
  ...(['current_period_start', 'current_period_end', 'trial_start', 'trial_end', 'cancel_at_period_end'] as const),
  ...(['canceled_at', 'started_at', 'ends_at', 'product_id', 'seats', 'customer_id', 'recipient_id', 'price_ids'] as const),
];
type SubscriptionRow = Selectable<Pick<EntitlementsTables['entitlements.subscriptions'], (typeof SUBSCRIPTION_FIELDS)[number]>>;

const GRANT_FIELDS = ['id', 'created_at', 'modified_at', 'granted_at', 'benefit_id', 'properties'] as const;

/** Short lists of all customers that are looked up at the same time are read together. */
@QueryHandler(FindEntitlements)
export class FindEntitlementsHandler implements IQueryHandler<FindEntitlements> {
  private readonly fewSubscriptions: ShortLists<SubscriptionRow>;
  private readonly fewGrants: ShortLists<GrantedBenefit>;

  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly meters: SubscriptionMeters,
  ) {
    this.fewSubscriptions = new ShortLists(em, {
      table: 'entitlements.subscriptions',
      columns: SUBSCRIPTION_FIELDS,
      owner: 'customer_id',
      where: sql`status in ('active', 'trialing')`,
      by: 'started_at',
    });
    this.fewGrants = new ShortLists(em, {
      table: 'entitlements.benefit_grants',
      columns: GRANT_FIELDS,
      owner: 'customer_id',
      where: IS_GRANTED,
    });
  }

  async execute({ organizationId, customerId }: FindEntitlements): Promise<Entitlements> {
    const [subscriptions, benefits] = await Promise.all([
      this.subscriptions(organizationId, customerId),
      this.benefits(organizationId, customerId),
    ]);
    return { subscriptions, benefits };
  }

  private async subscriptions(organizationId: string, customerId: string): Promise<Entitlements['subscriptions']> {
    const rows = await this.fewSubscriptions.read(organizationId, customerId);
    return mapList(rows ?? (await this.allSubscriptions(organizationId, customerId)), (page) => this.withMeters(page));
  }

  private allSubscriptions(organizationId: string, customerId: string): Promise<MaybeStreamed<SubscriptionRow>> {
    const query = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(SUBSCRIPTION_FIELDS)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['active', 'trialing']);
    return readOrStreamList(this.em, { query, by: 'started_at', large: ['metadata'] });
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

  private async benefits(organizationId: string, customerId: string): Promise<MaybeStreamed<GrantedBenefit>> {
    const few = await this.fewGrants.read(organizationId, customerId);
    if (few) return few;
    const query = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(GRANT_FIELDS)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where(IS_GRANTED);
    return (await readOrStreamList(this.em, { query })) as MaybeStreamed<GrantedBenefit>;
  }
}
