import type { QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { FindProvidedSubscriptions, type FollowedSubscription } from '#entitlements/contract';
import type { Connectors } from '../domain/connectors.ts';
import { idsHereOf } from '../domain/ids-here.ts';
import type { Item } from '../domain/provider-updates.ts';
import type { ReportedSubscription } from '../domain/reported-subscription.ts';
import { type PaymentPart, REST } from '../domain/payment-parts.ts';
import { type ProductOf, productsBy } from '../domain/sold-products.ts';
import { statesOf, type SubscriptionState } from '../domain/state-of-subscription.ts';
import { type Brings, isAmbiguous } from '../domain/tracked-items.ts';
import type { ReportingConnector, PurchaseProblem, Undelivered } from './purchase-result.ts';
import type { ObjectOf } from '../domain/provider-objects.ts';

/** A subscription here, with its id at the provider as it is stored here. */
export type KnownSubscription = FollowedSubscription & { readonly externalId: string };

export interface SubscriptionsHere {
  readonly found: ReadonlyMap<string, KnownSubscription>;
  /** The one with the id of the whole subscription. It is also among the others, as that of an item that had none. */
  readonly imported: KnownSubscription | null;
}

/** What the items of a provider's subscriptions are here. */
export class ProvidedItems {
  constructor(
    private readonly connectors: Connectors,
    private readonly queries: QueryBus,
  ) {}

  /**
   * The subscriptions here that may be those of the items, by what follows the id of the subscription in their ids; and the one that the
   * seller imported or reported with the id of the whole subscription.
   */
  async subscriptionsOf(
    { organizationId, provider }: ReportingConnector,
    ref: string,
    states: readonly SubscriptionState[],
    productOf: ProductOf,
    customerId: string | null = null,
  ): Promise<SubscriptionsHere> {
    const names = states.flatMap((state) => state.names).flatMap((name) => [name, `${name}/${customerId}`]);
    const byId = new Map(names.map((name) => [externalIdOf(ref, name), name]));
    const whole = idsHereOf(ref).filter((id) => !byId.has(id));
    const query = new FindProvidedSubscriptions(organizationId, provider, [...byId.keys(), ...whole]);
    const all = await this.queries.execute(query);
    const found = new Map<string, KnownSubscription>();
    for (const [externalId, each] of all) {
      const name = byId.get(externalId);
      if (name !== undefined) found.set(name, { ...each, externalId });
    }
    const externalId = whole.find((id) => all.has(id));
    if (externalId === undefined) return { found, imported: null };
    const imported = { ...all.get(externalId)!, externalId };
    const open = states.filter((state) => !state.names.some((name) => found.has(name)));
    const own = open.find(({ item }) => productOf(item) === imported.productId) ?? open[0];
    if (own) found.set(own.names[0]!, imported);
    return { found, imported };
  }

  /** The subscription that the seller imported or reported with the id of the provider's; undefined if there is none. */
  async importedAs({ organizationId, provider }: ReportingConnector, ref: string): Promise<FollowedSubscription | undefined> {
    const query = new FindProvidedSubscriptions(organizationId, provider, idsHereOf(ref));
    return [...(await this.queries.execute(query)).values()][0];
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

/** What is done about an item of a subscription. */
export interface ItemPlan {
  readonly state: SubscriptionState;
  readonly name: string;
  readonly existing: KnownSubscription | undefined;
  /** Others that the item was before. */
  readonly others: readonly KnownSubscription[];
  readonly productId: string;
  readonly told: SubscriptionState;
}

/** Undefined if nothing can be done, or nothing has to be. */
export function planOf(
  state: SubscriptionState,
  found: ReadonlyMap<string, KnownSubscription>,
  productOf: ProductOf,
): ItemPlan | undefined {
  const mapped = [...state.former, state.item].filter((each) => productOf(each) !== undefined);
  const item = mapped.findLast(productOf);
  const [name, ...names] = namesOf(state, found);
  const existing = found.get(name!);
  if (!existing && (!item || !state.hasBegun)) return undefined;
  // An item whose price is not mapped, or not yet, brings what it brought before.
  const brings = mapped.length === 0 || (item !== undefined && item === mapped.at(-1));
  const told = brings ? { ...state, item: item ?? state.item } : withoutAccess(state);
  const productId = (item && productOf(item)) ?? existing!.productId;
  return { state, name: name!, existing, others: names.flatMap((each) => found.get(each) ?? []), productId, told };
}

/** Items that no event lists. */
export function restOfItems(
  { reported }: ObjectOf<'subscription'>,
  states: readonly SubscriptionState[],
): readonly (PurchaseProblem & Undelivered)[] {
  const { update, version } = reported.snapshot!;
  const listed = states.filter(({ isPresent }) => isPresent).length;
  if (update.itemCount === undefined || !states.some(({ isEntitling }) => isEntitling)) return [];
  const missing = update.itemCount === null ? null : update.itemCount - listed;
  if (missing !== null && missing <= 0) return [];
  const problem = `The provider's events list ${listed} of ${update.itemCount ?? 'more'} items of the subscription. What was bought with the others is not known.`;
  const unknown = { externalPriceId: null, deliverAs: null, amount: null, taxAmount: null, currency: update.currency };
  return [{ ...unknown, line: REST, reason: 'list_incomplete', problem, quantity: missing, occurredAt: new Date(version.at) }];
}
