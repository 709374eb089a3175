import {
  alwaysNull,
  boolean,
  describeResource,
  type Infer,
  integer,
  metadata,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

const REASONS = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'dispute_prevention',
  'other',
] as const;

export const RefundView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    metadata: metadata(),
    status: oneOf(['pending', 'succeeded', 'failed', 'canceled']),
    reason: oneOf(REASONS),
    amount: integer(),
    tax_amount: integer(),
    currency: text(),
    organization_id: uuid4(),
    order_id: uuid4(),
    subscription_id: nullable(uuid4()),
    customer_id: uuid4(),
    revoke_benefits: boolean(),
    dispute: alwaysNull(),
  },
  'Refund',
  {
    ...describeResource('refund'),
    modified_at: 'When the refund failed or was canceled, or `null`.',
    status:
      '`succeeded`, `failed` if a payment provider reports that the money came back, or `canceled` if it was recorded by mistake. Refunds are reported after they were made: none is `pending`.',
    reason: 'The reason of the refund.',
    amount: { text: 'The amount that was refunded, in minor units, without tax.', example: 2900 },
    tax_amount: 'The tax that was refunded, in minor units.',
    currency: { text: 'The currency (ISO 4217, lower case).', example: 'usd' },
    organization_id: 'The ID of the organization.',
    order_id: 'The ID of the order.',
    subscription_id: 'The ID of the subscription that the order pays for, or `null`.',
    customer_id: 'The ID of the customer.',
    revoke_benefits: 'Whether the customer lost the benefits of the order.',
    dispute: 'Always `null`: disputes are reported on their own.',
  },
);
export type RefundView = Infer<typeof RefundView>;
