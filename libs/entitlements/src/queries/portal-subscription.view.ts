import { asPublicProduct, PublicProductView } from '#catalog/views';
import { PublicOrganizationView } from '#organizations/views';
import { type Infer, list, object } from '#platform/wire';
import { PortalSubscriptionMeterView } from './subscription-meter.view.ts';
import { SubscriptionView } from './subscription.view.ts';

/** A product with the organization that sells it. */
export const sold = (name: string) =>
  object({ ...PublicProductView.fields, organization: PublicOrganizationView }, name, {
    organization: 'The organization that sells the product.',
  });

const {
  metadata: _metadata,
  custom_field_data: _data,
  customer: _customer,
  recipient: _recipient,
  discount: _discount,
  ...fields
} = SubscriptionView.fields;

/** A subscription as the customer sees it. */
export const PortalSubscriptionView = object(
  {
    ...fields,
    meters: list(PortalSubscriptionMeterView),
    product: sold('CustomerSubscriptionProduct'),
  },
  'CustomerSubscription',
  { meters: 'The meters that the subscription pays for.', product: 'The product.' },
);
export type PortalSubscriptionView = Infer<typeof PortalSubscriptionView>;

/** Removes what only the seller sees, and who the recipient is. */
export const asPortalSubscription = (
  {
    metadata: _ownMetadata,
    custom_field_data: _ownData,
    customer: _ownCustomer,
    recipient: _ownRecipient,
    discount: _ownDiscount,
    product,
    meters,
    ...rest
  }: SubscriptionView,
  organization: PublicOrganizationView,
): PortalSubscriptionView => ({
  ...rest,
  meters: meters.map(({ meter: { id, created_at, modified_at, name }, ...used }) => ({
    ...used,
    meter: { id, created_at, modified_at, name },
  })),
  product: { ...asPublicProduct(product), organization },
});
