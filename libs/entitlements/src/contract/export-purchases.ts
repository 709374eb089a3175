import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import { boolean, type Infer, integer, list, metadata, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

const when = () => nullable(timestamp());
const purchase = {
  id: uuid4(),
  product_id: uuid4(),
  currency: text(),
  amount: integer(),
  seats: nullable(integer()),
  metadata: metadata(),
  created_at: timestamp(),
  modified_at: when(),
};

/** What a customer bought and has, for the one whose it is. */
export const ExportedPurchasesView = object(
  {
    subscriptions: list(
      object(
        {
          ...purchase,
          status: oneOf(['trialing', 'active', 'past_due', 'canceled']),
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
      ),
    ),
    orders: list(object({ ...purchase, description: text() }, 'CustomerExportOrder')),
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
      ),
    ),
  },
  'CustomerExportPurchases',
);
export type ExportedPurchasesView = Infer<typeof ExportedPurchasesView>;

/** The purchases and grants that the caller may see, oldest first. Purchases belong to the customer as a whole. */
export class ExportPurchases extends Query<ExportedPurchasesView> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}
