import { ProductView } from '#catalog/contract';
import { CustomerView } from '#customer-portal/contract';
import {
  alwaysNull,
  boolean,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const ORDER_STATUSES = ['draft', 'pending', 'paid', 'refunded', 'partially_refunded', 'void'] as const;
const BILLING_REASONS = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
  'subscription_meter_cycle',
] as const;

const {
  prices: _prices,
  benefits: _benefits,
  medias: _medias,
  attached_custom_fields: _fields,
  is_deletable: _deletable,
  ...product
} = ProductView.fields;
const OrderProductView = object(product, 'OrderProduct');

const OrderItemView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    label: text(),
    amount: integer(),
    tax_amount: integer(),
    proration: boolean(),
    product_price_id: nullable(uuid4()),
    start_timestamp: alwaysNull(),
    end_timestamp: alwaysNull(),
  },
  'OrderItemSchema',
);

export const OrderView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    status: oneOf(ORDER_STATUSES),
    paid: boolean(),
    subtotal_amount: integer(),
    discount_amount: integer(),
    net_amount: integer(),
    tax_amount: integer(),
    total_amount: integer(),
    applied_balance_amount: integer(),
    due_amount: integer(),
    refunded_amount: integer(),
    refunded_tax_amount: integer(),
    refundable_amount: integer(),
    refundable_tax_amount: integer(),
    currency: text(),
    billing_reason: oneOf(BILLING_REASONS),
    billing_name: nullable(text()),
    billing_address: CustomerView.fields.billing_address,
    invoice_number: alwaysNull(),
    is_invoice_generated: boolean(),
    receipt_number: alwaysNull(),
    seats: nullable(integer()),
    units: alwaysNull(),
    customer_id: uuid4(),
    product_id: nullable(uuid4()),
    discount_id: alwaysNull(),
    subscription_id: alwaysNull(),
    checkout_id: alwaysNull(),
    next_payment_attempt_at: alwaysNull(),
    metadata: metadata(),
    custom_field_data: object({}),
    platform_fee_amount: integer(),
    platform_fee_currency: alwaysNull(),
    customer: CustomerView,
    product: nullable(OrderProductView),
    discount: alwaysNull(),
    subscription: alwaysNull(),
    items: list(OrderItemView),
    description: text(),
  },
  'Order',
);
export type OrderView = Infer<typeof OrderView>;
