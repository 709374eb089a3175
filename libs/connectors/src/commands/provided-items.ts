import type { QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { FindProvidedSubscriptions, type FollowedSubscription } from '#entitlements/contract';
import type { Connectors } from '../domain/connectors.ts';
import type { Item } from '../domain/provider-updates.ts';
import type { ReportedSubscription } from '../domain/reported-state.ts';
import type { PaymentPart } from '../domain/payment-parts.ts';
import { type ProductOf, productsBy } from '../domain/sold-products.ts';
import { statesOf, type SubscriptionState } from '../domain/state-of-subscription.ts';
import { type Brings, isAmbiguous } from '../domain/tracked-items.ts';
import type { ReportingConnector } from './purchase-result.ts';

/** What the items of a provider's subscriptions are here. */
export class ProvidedItems {
  constructor(
    private readonly connectors: Connectors,
    private readonly queries: QueryBus,
  ) {}

  /** The subscriptions here that may be those of the items, by what follows the id of the subscription in their ids. */
  async subscriptionsOf(
    { organizationId, provider }: ReportingConnector,
    ref: string,
    states: readonly SubscriptionState[],
    customerId: string | null = null,
  ): Promise<ReadonlyMap<string, FollowedSubscription>> {
    const names = states.flatMap((state) => state.names).flatMap((name) => [name, `${name}/${customerId}`]);
    const byId = new Map(names.map((name) => [externalIdOf(ref, name), name]));
    const query = new FindProvidedSubscriptions(organizationId, provider, [...byId.keys()]);
    return new Map([...(await this.queries.execute(query))].map(([id, found]) => [byId.get(id)!, found]));
  }

  /** What the provider says about each item, and what it brings. */
  async itemsOf(connector: ReportingConnector, reported: ReportedSubscription) {
    const items = [
      ...reported.history.flatMap((each) => each.items),
      ...Object.values(reported.initial?.items ?? {}).map(({ item }) => item),
    ];
    const productOf = await this.productOf(connector, items);
    const brings = isAmbiguous(reported) ? await this.bringsOf(items, productOf) : undefined;
    return { states: statesOf(reported, connector.entitlement, brings), productOf };
  }

  private async bringsOf(items: readonly Item[], productOf: ProductOf): Promise<Brings> {
    const ids = [...new Set(items.flatMap((item) => productOf(item) ?? []))];
    const products = await this.queries.execute(new FindProducts(ids));
    return (item) => products.get(productOf(item) ?? '')?.benefitIds ?? [];
  }

  async productOf({ id, provider }: ReportingConnector, items: readonly Item[]): Promise<ProductOf> {
    const refs = new Set(items.flatMap((item) => item.refs));
    return productsBy(await this.connectors.productsOf(id, [...refs]), provider);
  }
}

/** Under which the item is known here, first; else under which it is created. */
export function namesOf({ names }: SubscriptionState, found: ReadonlyMap<string, unknown>): readonly string[] {
  const known = names.find((name) => found.has(name)) ?? names[0]!;
  return [known, ...names.filter((name) => name !== known)];
}

/** The subscription ended with a customer who was deleted, and is paid again. */
export const isOfAnother = (
  existing: FollowedSubscription | undefined,
  customerId: string | null,
  { status }: SubscriptionState,
): boolean =>
  existing !== undefined &&
  existing.hasEnded &&
  customerId !== null &&
  existing.customerId !== customerId &&
  status !== 'canceled';

export const withoutAccess = (state: SubscriptionState): SubscriptionState =>
  state.status === 'canceled' ? state : { ...state, status: 'paused', since: state.since ?? state.toldAt };

export const stateOfPart = ({ of }: PaymentPart, states: readonly SubscriptionState[]): SubscriptionState | undefined =>
  states.findLast(({ keys }) => keys.includes(of!.itemKey ?? '')) ??
  states.find(({ item }) => of!.itemKey === null && item.refs.some((each) => of!.refs.includes(each)));

export const externalIdOf = (ref: string, name: string): string => (name === '' ? ref : `${ref}/${name}`);
