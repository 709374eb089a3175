import type { QueryBus } from '@nestjs/cqrs';
import type { Sync } from '#kernel';
import type { ExternalId, PurchaseOriginState } from '../domain/purchase.ts';
import { type CustomerReference, digestOfReference, findCustomer } from './resolve-purchase.ts';

/** A purchase that was reported: stored now, or before. */
export interface ReportedPurchase {
  readonly id: string;
  readonly isNew: boolean;
  /** The ids of what a new order names: its response is read at once. */
  readonly names?: { readonly customerIds: readonly string[]; readonly productIds: readonly string[] };
}

type Reported = Pick<PurchaseOriginState, 'customerId' | 'reportedCustomer'>;

interface Purchases<P> {
  findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined>;
  change<T>(which: { readonly id: string; readonly organizations: readonly string[] }, by: (purchase: P) => Sync<T>): Promise<T>;
}

/**
 * The purchase that was reported before with this external id; undefined if there is none. `assertSame` throws if the facts are
 * others. They are compared without the product and the customer, which may have changed or be deleted since.
 */
export async function reportedBefore<P extends { readonly snapshot: PurchaseOriginState }>(
  purchases: Purchases<P>,
  which: { readonly organizationId: string; readonly externalId: ExternalId | undefined },
  isSameCustomer: (reported: Reported) => Promise<boolean>,
  assertSame: (purchase: P, isSameCustomer: boolean) => void,
): Promise<ReportedPurchase | undefined> {
  const { organizationId, externalId } = which;
  const id = externalId && (await purchases.findByExternalId(organizationId, externalId));
  if (id === undefined) return undefined;
  const stored = { id, organizations: [organizationId] };
  const reported = await purchases.change<Reported>(stored, ({ snapshot: { customerId, reportedCustomer } }) => ({
    customerId,
    reportedCustomer,
  }));
  const isSame = await isSameCustomer(reported);
  await purchases.change(stored, (purchase) => assertSame(purchase, isSame));
  return { id, isNew: false };
}

/** Whether a reference is to the customer of a purchase: the same one as then, or another one to the same customer. */
export const refersTo =
  (queries: QueryBus, organizationId: string, reference: CustomerReference) =>
  async ({ customerId, reportedCustomer }: Reported): Promise<boolean> =>
    reportedCustomer === digestOfReference(organizationId, reference) ||
    (await findCustomer(queries, [organizationId], reference))?.id === customerId;
