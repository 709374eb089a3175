import { CustomerView } from '#customer-portal/views';
import {
  alwaysNull,
  boolean,
  describeFields,
  describeResource,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const DISPUTE_STATUS_NAMES = ['prevented', 'early_warning', 'needs_response', 'under_review', 'lost', 'won'] as const;

export const DisputeView = object(
  {
    ...describeFields(
      {
        id: uuid4(),
        created_at: timestamp(),
        modified_at: nullable(timestamp()),
        status: oneOf(DISPUTE_STATUS_NAMES),
        resolved: boolean(),
        closed: boolean(),
        amount: integer(),
        tax_amount: integer(),
        currency: text(),
        reason: nullable(text()),
        evidence_due_by: nullable(timestamp()),
        past_due: boolean(),
        order_id: uuid4(),
        payment_id: text(),
        case_id: alwaysNull(),
        revoke_benefits: boolean(),
      },
      {
        ...describeResource('dispute'),
        status: 'The status of the dispute.',
        resolved: 'Whether the dispute was won or lost.',
        closed: 'Whether the dispute was prevented, won or lost.',
        amount: { text: 'The disputed amount in minor units, without tax.', example: 2900 },
        tax_amount: 'The disputed tax in minor units.',
        currency: { text: 'The currency (ISO 4217, lower case).', example: 'usd' },
        reason: { text: 'The reason as the card network states it, or `null`.', example: 'product_not_received' },
        evidence_due_by: 'Until when evidence can be submitted, or `null`.',
        past_due: 'Whether this time has passed.',
        order_id: 'The ID of the order.',
        payment_id: { text: 'The ID of the payment at the payment provider.', example: 'ch_3Q9' },
        case_id: 'Always `null`: there are no support cases.',
        revoke_benefits: 'Whether the customer loses the benefits of the order unless the dispute is won.',
      },
    ),
    customer: CustomerView,
  },
  'Dispute',
  { customer: 'The customer.' },
);
export type DisputeView = Infer<typeof DisputeView>;
