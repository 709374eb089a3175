import { PublicProductView } from '#catalog/contract';
import { PublicOrganizationView } from '#organizations/contract';
import { type Infer, list, object } from '#platform/wire';
import { PortalSubscriptionMeterView } from './subscription-meter.view.ts';
import { SubscriptionView } from './subscription.view.ts';

const {
  metadata: _metadata,
  custom_field_data: _data,
  customer: _customer,
  discount: _discount,
  ...fields
} = SubscriptionView.fields;

/** A subscription as the customer sees it. */
export const PortalSubscriptionView = object(
  {
    ...fields,
    meters: list(PortalSubscriptionMeterView),
    product: object({ ...PublicProductView.fields, organization: PublicOrganizationView }, 'CustomerSubscriptionProduct', {
      organization: 'The organization that sells the product.',
    }),
  },
  'CustomerSubscription',
  { meters: 'The meters that the subscription pays for.', product: 'The product.' },
);
export type PortalSubscriptionView = Infer<typeof PortalSubscriptionView>;
