import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindProductViews, type ProductView } from '#catalog/contract';
import { type CustomerView, FindCustomers } from '#customer-portal/contract';
import { addressShape } from '#platform/persistence';
import type { OrderRow } from '../adapters/persistence/entitlements-tables.mapping.ts';
import type { OrderView } from './order.view.ts';

export const ORDER_COLUMNS = [
  'id',
  'customer_id',
  'product_id',
  'description',
  'items',
  'currency',
  'amount',
  'seats',
  'metadata',
  'status',
  'billing_name',
  'billing_address',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof OrderRow)[];

type Row = Pick<OrderRow, (typeof ORDER_COLUMNS)[number]>;

/** Fields of the reference API for features that do not exist here: tax, discounts, refunds, invoices, checkouts. */
const WITHOUT = {
  discount_amount: 0,
  tax_amount: 0,
  applied_balance_amount: 0,
  due_amount: 0,
  refunded_amount: 0,
  refunded_tax_amount: 0,
  refundable_tax_amount: 0,
  billing_reason: 'purchase',
  invoice_number: null,
  is_invoice_generated: false,
  receipt_number: null,
  units: null,
  discount_id: null,
  subscription_id: null,
  checkout_id: null,
  next_payment_attempt_at: null,
  custom_field_data: {},
  platform_fee_amount: 0,
  platform_fee_currency: null,
  discount: null,
  subscription: null,
} as const;

/** Loads orders with their customers and products, in a constant number of queries. */
@Injectable()
export class OrderLoader {
  constructor(private readonly queries: QueryBus) {}

  async of(rows: readonly Row[]): Promise<OrderView[]> {
    const each = (column: 'customer_id' | 'product_id') => [...new Set(rows.map((row) => row[column]))];
    const [customers, products] = await Promise.all([
      this.queries.execute(new FindCustomers(each('customer_id'))),
      this.queries.execute(new FindProductViews(each('product_id'))),
    ]);
    return rows.map((row) => toView(row, customers.get(row.customer_id)!, products.get(row.product_id)!));
  }
}

function toView(row: Row, customer: CustomerView, product: ProductView): OrderView {
  const { items, amount, billing_address, created_at, ...order } = row;
  const label = row.description;
  const item = {
    created_at,
    modified_at: null,
    label,
    tax_amount: 0,
    proration: false,
    start_timestamp: null,
    end_timestamp: null,
  };
  return {
    ...order,
    ...WITHOUT,
    created_at,
    paid: row.status === 'paid',
    subtotal_amount: amount,
    net_amount: amount,
    total_amount: amount,
    refundable_amount: amount,
    billing_address: billing_address && addressShape(billing_address),
    customer,
    product: withoutRelations(product),
    items: items.map(({ id, price_id, amount: cost }) => ({ ...item, id, amount: cost, product_price_id: price_id })),
  };
}

/** The product without its prices, benefits, media and custom fields. */
function withoutRelations({
  prices: _p,
  benefits: _b,
  medias: _m,
  attached_custom_fields: _f,
  is_deletable: _d,
  ...product
}: ProductView) {
  return product;
}
