import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import type { StreamedList } from '#support/streamed-lists';
import {
  boolean,
  describeFields,
  describeResource,
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

const when = () => nullable(timestamp());
const purchase = describeFields(
  {
    id: uuid4(),
    product_id: uuid4(),
    currency: text(),
    amount: integer(),
    tax_amount: integer(),
    seats: nullable(integer()),
    metadata: metadata(),
    created_at: timestamp(),
    modified_at: when(),
  },
  {
    ...describeResource('purchase'),
    product_id: 'The ID of the product.',
    currency: 'The currency (ISO 4217, lower case).',
    amount: 'The amount in minor units of the currency, without tax.',
    tax_amount: 'The tax on the amount, in minor units.',
    seats: 'The number of seats, or `null` if the product is not sold by seats.',
  },
);

const document = nullable(
  object({ number: nullable(text()), url: text() }, 'CustomerExportDocument', {
    number: 'The number of the document, or `null`.',
    url: 'Where the document is.',
  }),
);

/** The purchases and benefits of a customer, for the customer. */
export const ExportedPurchasesView = object(
  {
    subscriptions: list(
      object(
        {
          ...purchase,
          status: oneOf(['trialing', 'active', 'past_due', 'paused', 'canceled']),
          started_at: timestamp(),
          current_period_start: timestamp(),
          current_period_end: timestamp(),
          cancel_at_period_end: boolean(),
          canceled_at: when(),
          ended_at: when(),
          customer_cancellation_reason: nullable(text()),
          customer_cancellation_comment: nullable(text()),
        },
        'CustomerExportSubscription',
        {
          status: 'The status of the subscription.',
          started_at: 'When the subscription started.',
          current_period_start: 'When the current billing period started.',
          current_period_end: 'When the current billing period ends.',
          cancel_at_period_end: 'Whether the subscription ends with the current period.',
          canceled_at: 'When the subscription was canceled, or `null`.',
          ended_at: 'When the subscription ended, or `null`.',
          customer_cancellation_reason: 'Why the customer canceled, or `null`.',
          customer_cancellation_comment: 'The comment of the customer on the cancellation, or `null`.',
        },
      ),
    ),
    orders: list(
      object(
        {
          ...purchase,
          description: text(),
          status: oneOf(['pending', 'paid', 'partially_refunded', 'refunded', 'void']),
          purchased_at: when(),
          invoice: document,
          receipt: document,
        },
        'CustomerExportOrder',
        {
          description: 'The description of the order.',
          status: 'Whether the order is `paid` or `pending`.',
          purchased_at: 'When it was bought, or `null` if that is `created_at`.',
          invoice: 'The invoice that the seller reported, or `null`.',
          receipt: 'The receipt that the seller reported, or `null`.',
        },
      ),
    ),
    benefit_grants: list(
      object(
        {
          id: uuid4(),
          member_id: nullable(uuid4()),
          benefit_id: uuid4(),
          subscription_id: nullable(uuid4()),
          order_id: nullable(uuid4()),
          granted_at: when(),
          revoked_at: when(),
          created_at: timestamp(),
        },
        'CustomerExportBenefitGrant',
        {
          ...describeResource('benefit grant'),
          member_id: 'The ID of the member who has the benefit, or `null`.',
          benefit_id: 'The ID of the benefit.',
          subscription_id: 'The ID of the subscription that brings the benefit, or `null`.',
          order_id: 'The ID of the order that brings the benefit, or `null`.',
          granted_at: 'When the benefit was granted, or `null`.',
          revoked_at: 'When the benefit was revoked, or `null`.',
        },
      ),
    ),
  },
  'CustomerExportPurchases',
  {
    subscriptions: 'The subscriptions of the customer, oldest first.',
    orders: 'The orders of the customer, oldest first.',
    benefit_grants: 'The benefits that the customer has or had, oldest first.',
  },
);
export type ExportedPurchasesView = Infer<typeof ExportedPurchasesView>;

type Lists = ExportedPurchasesView;

/** The lists of the view, which are read when they are written. */
export type ExportedPurchases = { readonly [List in keyof Lists]: StreamedList<Lists[List][number]> };

/** Everything that the session may see, oldest first. Purchases belong to the customer as a whole. Handled by the context that has them. */
export class ExportPurchases extends Query<ExportedPurchases> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}
