import type { QueryBus } from '@nestjs/cqrs';
import type { Sync } from '#kernel';
import type { ExternalId } from '../domain/purchase.ts';
import { type CustomerReference, digestOfReference, findCustomer } from './resolve-purchase.ts';

/** A purchase that was told: stored now, or before. */
export interface ToldPurchase {
  readonly id: string;
  readonly isNew: boolean;
}

interface Told {
  readonly customerId: string;
  readonly toldCustomer: string | null;
}

interface Purchases<P> {
  findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined>;
  change<T>(which: { readonly id: string; readonly organizations: readonly string[] }, by: (purchase: P) => Sync<T>): Promise<T>;
}

/**
 * The purchase that was told before with this external id; undefined if there is none. `assertSame` throws if the facts are
 * others. They are compared without the product and the customer, which may have changed or be deleted since.
 */
export async function toldBefore<P extends Told>(
  purchases: Purchases<P>,
  which: { readonly organizationId: string; readonly externalId: ExternalId | undefined },
  isSameCustomer: (told: Told) => Promise<boolean>,
  assertSame: (purchase: P, isSameCustomer: boolean) => void,
): Promise<ToldPurchase | undefined> {
  const { organizationId, externalId } = which;
  const id = externalId && (await purchases.findByExternalId(organizationId, externalId));
  if (id === undefined) return undefined;
  const stored = { id, organizations: [organizationId] };
  const told = await purchases.change<Told>(stored, ({ customerId, toldCustomer }) => ({ customerId, toldCustomer }));
  const isSame = await isSameCustomer(told);
  await purchases.change(stored, (purchase) => assertSame(purchase, isSame));
  return { id, isNew: false };
}

/** Whether a reference is to the customer of a purchase: the same one as then, or another one to the same customer. */
export const refersTo =
  (queries: QueryBus, organizationId: string, reference: CustomerReference) =>
  async ({ customerId, toldCustomer }: Told): Promise<boolean> =>
    toldCustomer === digestOfReference(organizationId, reference) ||
    (await findCustomer(queries, [organizationId], reference))?.id === customerId;
