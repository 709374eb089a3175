import type { models } from '@polar-sh/sdk/2026-04';
import type { CustomFieldView } from '../../libs/catalog/src/contract/custom-field.view.ts';
import type { BenefitView } from '../../libs/catalog/src/contract/benefit.view.ts';
import type { ProductView } from '../../libs/catalog/src/contract/product.view.ts';
import type { PublicProductView } from '../../libs/catalog/src/contract/public-product.view.ts';
import type { CustomerView } from '../../libs/customer-portal/src/contract/customer.view.ts';
import type { PortalCustomerView } from '../../libs/customer-portal/src/contract/portal-customer.view.ts';
import type { CustomerStateView } from '../../libs/customer-portal/src/queries/customer-state.view.ts';
import type { BenefitGrantView } from '../../libs/entitlements/src/queries/benefit-grant.view.ts';
import type { OrderView } from '../../libs/entitlements/src/queries/order.view.ts';
import type { SubscriptionView } from '../../libs/entitlements/src/queries/subscription.view.ts';
import type {
  ActivationWithKeyView,
  CreatedActivationView,
  LicenseKeyView,
  LicenseKeyWithActivationsView,
  ValidatedLicenseKeyView,
} from '../../libs/licensing/src/queries/license-key.view.ts';
import type { OrganizationView } from '../../libs/organizations/src/queries/organization.view.ts';
import type { Infer } from '#platform/wire';

/** The type with string literals and dates widened to strings. */
type Loose<T> = T extends string | Date
  ? string
  : T extends readonly (infer Item)[]
    ? Loose<Item>[]
    : T extends object
      ? { [K in keyof T]: Loose<T[K]> }
      : T;

type Fits<View extends Loose<Model>, Model> = [View, Model];

/** Compiles only if every view is assignable to the SDK's type. */
export type Answers = [
  Fits<Loose<LicenseKeyView>, models.LicenseKeyRead>,
  Fits<Loose<LicenseKeyWithActivationsView>, models.LicenseKeyWithActivations>,
  Fits<Loose<Infer<typeof ValidatedLicenseKeyView>>, models.ValidatedLicenseKey>,
  Fits<Loose<Infer<typeof CreatedActivationView>>, models.LicenseKeyActivationCreated>,
  Fits<Loose<ActivationWithKeyView>, models.LicenseKeyActivationRead>,
  Fits<Loose<OrganizationView>, models.Organization>,
  Fits<Loose<CustomerView>, models.Customer>,
  Fits<Loose<PortalCustomerView>, models.CustomerPortalCustomer>,
  Fits<Loose<BenefitView>, models.Benefit>,
  Fits<Loose<CustomerStateView>, models.CustomerState>,
  Fits<Loose<CustomFieldView>, models.CustomField>,
  Fits<Loose<ProductView>, models.Product>,
  Fits<Loose<PublicProductView>, models.CustomerProduct>,
  Fits<Loose<SubscriptionView>, models.Subscription>,
  Fits<Loose<OrderView>, models.Order>,
  Fits<Loose<BenefitGrantView>, models.BenefitGrant>,
];
