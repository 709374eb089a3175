import { asPublicProduct, type ProductView } from '#catalog/views';
import type { PublicOrganizationView } from '#organizations/views';
import { type Infer, nullable, object } from '#platform/wire';
import { OrderSubscriptionView, OrderView } from './order.view.ts';
import { sold } from './portal-subscription.view.ts';

const {
  metadata: _metadata,
  custom_field_data: _data,
  platform_fee_amount: _fee,
  platform_fee_currency: _feeCurrency,
  customer: _customer,
  recipient: _recipient,
  discount: _discount,
  ...fields
} = OrderView.fields;
const { metadata: _subscriptionMetadata, ...subscription } = OrderSubscriptionView.fields;

/** An order as the customer sees it. */
export const PortalOrderView = object(
  {
    ...fields,
    product: nullable(sold('CustomerOrderProduct')),
    subscription: nullable(object(subscription, 'CustomerOrderSubscription')),
  },
  'CustomerOrder',
  {
    product: 'The product, the first one of several.',
    subscription: 'The subscription that was paid, or `null` for a one-time purchase.',
  },
);
export type PortalOrderView = Infer<typeof PortalOrderView>;

/** Removes what only the seller sees, and who the recipient is. */
export function asPortalOrder(order: OrderView, product: ProductView, organization: PublicOrganizationView): PortalOrderView {
  const {
    metadata: _ownMetadata,
    custom_field_data: _ownData,
    platform_fee_amount: _ownFee,
    platform_fee_currency: _ownFeeCurrency,
    customer: _ownCustomer,
    recipient: _ownRecipient,
    discount: _ownDiscount,
    subscription: paid,
    ...rest
  } = order;
  const { metadata: _paidMetadata, ...ownSubscription } = paid ?? { metadata: {} };
  return {
    ...rest,
    product: { ...asPublicProduct(product), organization },
    subscription: paid && (ownSubscription as NonNullable<PortalOrderView['subscription']>),
  };
}
