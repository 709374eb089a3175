import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindProductsInBrief, type ProductInBrief } from '#catalog/views';
import type { CustomerView } from '#customer-portal/views';
import { FindCustomers } from '#customer-portal/contract';
import { anyOf, readDb } from '#engine/persistence';
import { isPaid } from '../adapters/persistence/sql/is-paid.ts';
import type { EntitlementsTables, OrderRow } from '../adapters/persistence/entitlements-tables.mapping.ts';
import type { OrderSubscriptionView, OrderView } from './order.view.ts';
import { SUBSCRIPTION_COLUMNS, toOrderSubscription } from './subscription-loader.ts';

export const ORDER_COLUMNS = [
  'id',
  'customer_id',
  'recipient_id',
  'external_id',
  'external_source',
  'product_id',
  'subscription_id',
  'billing_reason',
  'description',
  'items',
  'currency',
  'amount',
  'tax_amount',
  'refunded_amount',
  'refunded_tax_amount',
  'seats',
  'renews_license_key_id',
  'metadata',
  'status',
  'billing_name',
  'billing_address',
  'invoice',
  'receipt',
  'invoice_requested_at',
  'purchased_at',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof OrderRow)[];

export type OrderColumns = Pick<OrderRow, (typeof ORDER_COLUMNS)[number]>;

/** Fields of the reference API for features that do not exist here: discounts, checkouts. */
const WITHOUT = {
  discount_amount: 0,
  applied_balance_amount: 0,
  units: null,
  discount_id: null,
  checkout_id: null,
  next_payment_attempt_at: null,
  custom_field_data: {},
  platform_fee_amount: 0,
  platform_fee_currency: null,
  discount: null,
} as const;

/** The ids of customers and products that orders name. */
export interface NamesInOrders {
  readonly customerIds: readonly string[];
  readonly productIds: readonly string[];
}

interface CustomersAndProducts {
  readonly customers: ReadonlyMap<string, CustomerView>;
  readonly products: ReadonlyMap<string, ProductInBrief>;
}

const namesIn = (rows: readonly OrderColumns[]): NamesInOrders => ({
  customerIds: [...new Set(rows.flatMap((row) => [row.customer_id, row.recipient_id ?? []].flat()))],
  productIds: [...new Set(rows.map(({ product_id }) => product_id))],
});

const hasAll = ({ customers, products }: CustomersAndProducts, { customerIds, productIds }: NamesInOrders): boolean =>
  customerIds.every((id) => customers.has(id)) && productIds.every((id) => products.has(id));

/** Loads orders with their customers and products, in a constant number of queries. */
@Injectable()
export class OrderLoader {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  /** `read` is what was read before for orders that were expected to be these. */
  async of(rows: readonly OrderColumns[], read?: CustomersAndProducts): Promise<OrderView[]> {
    const names = namesIn(rows);
    const [{ customers, products }, subscriptions] = await Promise.all([
      read && hasAll(read, names) ? read : this.named(names),
      this.subscriptions(rows.flatMap(({ subscription_id }) => subscription_id ?? [])),
    ]);
    return rows.map((row) => ({
      ...toView(row, customers, products.get(row.product_id)!),
      subscription: row.subscription_id === null ? null : subscriptions.get(row.subscription_id)!,
    }));
  }

  async named({ customerIds, productIds }: NamesInOrders): Promise<CustomersAndProducts> {
    const [customers, products] = await Promise.all([
      this.queries.execute(new FindCustomers(customerIds)),
      this.queries.execute(new FindProductsInBrief(productIds)),
    ]);
    return { customers, products };
  }

  private async subscriptions(ids: readonly string[]): Promise<ReadonlyMap<string, OrderSubscriptionView>> {
    if (ids.length === 0) return new Map();
    const found = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(SUBSCRIPTION_COLUMNS)
      .where(anyOf('id', [...new Set(ids)]));
    return new Map((await found.execute()).map((row) => [row.id, toOrderSubscription(row)]));
  }
}

function toView(
  row: OrderColumns,
  customers: ReadonlyMap<string, CustomerView>,
  product: ProductInBrief,
): Omit<OrderView, 'subscription'> {
  const { items, amount, tax_amount, created_at, purchased_at, invoice, receipt, ...order } = row;
  const total = amount + tax_amount;
  const wasPaid = isPaid(row.status);
  const item = { created_at, modified_at: null, proration: false, start_timestamp: null, end_timestamp: null };
  const taxes = taxOf(items, tax_amount);
  return {
    ...order,
    ...WITHOUT,
    external_source: row.external_source || null,
    created_at,
    purchased_at: purchased_at ?? created_at,
    invoice_number: invoice?.number ?? '',
    is_invoice_generated: invoice !== null,
    receipt_number: receipt?.number ?? null,
    paid: wasPaid,
    subtotal_amount: amount,
    net_amount: amount,
    tax_amount,
    total_amount: total,
    due_amount: row.status === 'pending' ? total : 0,
    refundable_amount: wasPaid ? amount - row.refunded_amount : 0,
    refundable_tax_amount: wasPaid ? tax_amount - row.refunded_tax_amount : 0,
    customer: customers.get(row.customer_id)!,
    recipient: row.recipient_id === null ? null : customers.get(row.recipient_id)!,
    product,
    items: items.map(({ id, price_id, amount: cost, product_id, label, quantity }, index) => ({
      ...item,
      id,
      label: label ?? row.description,
      amount: cost,
      tax_amount: taxes[index]!,
      product_price_id: price_id,
      product_id: product_id ?? row.product_id,
      quantity: quantity ?? 1,
    })),
  };
}

/** The tax of each item in proportion to its amount; the last item has the rest, so that the sum is exact. */
function taxOf(items: readonly { readonly amount: number }[], tax: number): number[] {
  const total = items.reduce((sum, { amount }) => sum + amount, 0);
  const shares = items.map(({ amount }) => (total === 0 ? 0 : Math.floor((tax * amount) / total)));
  const rest = tax - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, index) => (index === shares.length - 1 ? share + rest : share));
}
