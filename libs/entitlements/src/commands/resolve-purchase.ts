import type { QueryBus } from '@nestjs/cqrs';
import { FindProducts, type PriceSnapshot, type ProductSnapshot } from '#catalog/contract';
import { type CustomerView, FindCustomers, FindCustomersByExternalId } from '#customer-portal/contract';
import { type Access, fieldError, ValidationFailed, type FieldError } from '#kernel';
import type { Interval, Unit } from '../domain/interval.ts';
import type { Offer, OfferedPrice } from '../domain/offer.ts';
import type { Metadata } from '../domain/purchase.ts';

/** The product and the customer as the request names them. */
export interface PurchaseInput {
  readonly productId: string;
  readonly customer: { readonly id: string } | { readonly externalId: string };
  readonly seats: number | null;
  readonly metadata: Metadata;
}

export interface ResolvedPurchase {
  readonly offer: Offer;
  readonly customer: CustomerView;
}

/** Loads the product and a customer of the same organization. Throws one `ValidationFailed` with all field errors. */
export async function resolvePurchase(
  queries: QueryBus,
  access: Access,
  { productId, customer }: PurchaseInput,
): Promise<ResolvedPurchase> {
  const product = (await queries.execute(new FindProducts([productId]))).get(productId);
  const isVisible = product !== undefined && !product.isDeleted && access.visible.includes(product.organizationId);
  const organizations = isVisible ? [product.organizationId] : access.visible;
  const buyer = await buyerOf(queries, organizations, customer);
  const errors = [
    ...(isVisible ? [] : [fieldError(['productId'], 'Product does not exist.', productId)]),
    ...(isVisible && product.isArchived ? [fieldError(['productId'], 'Product is archived.', productId)] : []),
    ...(buyer ? [] : [unknownCustomer(customer)]),
  ];
  if (!isVisible || !buyer || errors.length > 0) throw new ValidationFailed(errors);
  access.assertCanManage(product.organizationId);
  return { offer: offerOf(product), customer: buyer };
}

const unknownCustomer = (customer: PurchaseInput['customer']): FieldError =>
  'id' in customer
    ? fieldError(['customerId'], 'Customer does not exist.', customer.id)
    : fieldError(['externalCustomerId'], 'Customer does not exist.', customer.externalId);

async function buyerOf(
  queries: QueryBus,
  organizations: readonly string[],
  which: PurchaseInput['customer'],
): Promise<CustomerView | undefined> {
  if ('externalId' in which) {
    return (await queries.execute(new FindCustomersByExternalId(organizations, [which.externalId])))[0];
  }
  const customer = (await queries.execute(new FindCustomers([which.id]))).get(which.id);
  return customer && customer.deleted_at === null && organizations.includes(customer.organization_id) ? customer : undefined;
}

const intervalOf = (unit: Unit | null, count: number | null): Interval | null => unit && { unit, count: count ?? 1 };

export const offerOf = (product: ProductSnapshot): Offer => ({
  organizationId: product.organizationId,
  productId: product.id,
  name: product.name,
  recurring: intervalOf(product.recurringInterval, product.recurringIntervalCount),
  trial: product.recurringInterval && intervalOf(product.trialInterval, product.trialIntervalCount),
  meterCycle: product.recurringInterval && intervalOf(product.meterInterval, product.meterIntervalCount),
  prices: product.prices.map(priceOf),
});

function priceOf(price: PriceSnapshot): OfferedPrice {
  const { id, currency } = price;
  if (price.amountType === 'seat_based') return { id, currency, amount: null, seatTiers: price.seatTiers };
  if (price.amountType === 'metered_unit') return { id, currency, amount: 0, seatTiers: null };
  return { id, currency, amount: price.amountType === 'fixed' ? price.priceAmount : price.presetAmount, seatTiers: null };
}
