import { REST } from '../domain/payment-parts.ts';
import type { ObjectOf } from '../domain/provider-objects.ts';
import type { ProductOf } from '../domain/sold-products.ts';
import type { SubscriptionState } from '../domain/state-of-subscription.ts';
import { type KnownSubscription, namesOf, withoutAccess } from './provided-items.ts';
import type { PurchaseProblem, Undelivered } from './purchase-result.ts';

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
