import { PublicProductView } from '#catalog/contract';
import { PublicOrganizationView } from '#organizations/contract';
import { type Infer, list, object } from '#platform/wire';
import { OwnSubscriptionMeterView } from './subscription-meter.view.ts';
import { SubscriptionView } from './subscription.view.ts';

const {
  metadata: _metadata,
  custom_field_data: _data,
  customer: _customer,
  discount: _discount,
  ...fields
} = SubscriptionView.fields;

/** A subscription as those see it who have it. */
export const OwnSubscriptionView = object(
  {
    ...fields,
    meters: list(OwnSubscriptionMeterView),
    product: object({ ...PublicProductView.fields, organization: PublicOrganizationView }, 'CustomerSubscriptionProduct'),
  },
  'CustomerSubscription',
);
export type OwnSubscriptionView = Infer<typeof OwnSubscriptionView>;
