import type { models } from '@polar-sh/sdk/2026-04';
import type { UpdateBenefitRequest } from '../../libs/catalog/src/adapters/http/benefits.dto.ts';
import type { UpdateCustomFieldRequest } from '../../libs/catalog/src/adapters/http/custom-fields.dto.ts';
import type { UpdateFileRequest } from '../../libs/catalog/src/adapters/http/files.dto.ts';
import type { UpdateProductRequest } from '../../libs/catalog/src/adapters/http/products.dto.ts';
import type {
  UpdateCustomerRequest,
  UpdateExternalCustomerRequest,
} from '../../libs/customer-portal/src/adapters/http/customers.dto.ts';
import type { UpdateMemberRequest, UpdateOneOfTeamRequest } from '../../libs/customer-portal/src/adapters/http/members.dto.ts';
import type { ChangeOwnDetailsRequest } from '../../libs/customer-portal/src/adapters/http/portal-details.controller.ts';
import type { UpdateOwnBenefitGrantRequest } from '../../libs/entitlements/src/adapters/http/benefit-grants.dto.ts';
import type { UpdateOrderRequest } from '../../libs/entitlements/src/adapters/http/orders.dto.ts';
import type { UpdateSubscriptionRequest } from '../../libs/entitlements/src/adapters/http/subscription-update.dto.ts';
import type { UpdateRequest as UpdateLicenseKeyRequest } from '../../libs/licensing/src/adapters/http/license-key.dto.ts';
import type { UpdateMeterRequest } from '../../libs/metering/src/adapters/http/meters.dto.ts';
import type { UpdateOrganizationRequest } from '../../libs/organizations/src/adapters/http/organizations.dto.ts';
import type { CustomFieldView } from '../../libs/catalog/src/views/custom-field.view.ts';
import type { BenefitView } from '../../libs/catalog/src/views/benefit.view.ts';
import type { ProductView } from '../../libs/catalog/src/views/product.view.ts';
import type { PublicProductView } from '../../libs/catalog/src/views/public-product.view.ts';
import type { CustomerView } from '../../libs/customer-portal/src/views/customer.view.ts';
import type { PortalCustomerView } from '../../libs/customer-portal/src/views/portal-customer.view.ts';
import type { CustomerStateView } from '../../libs/customer-states/src/queries/customer-state.view.ts';
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
import type { MeterView } from '../../libs/metering/src/queries/meter.view.ts';
import type { OrganizationView } from '../../libs/organizations/src/queries/organization.view.ts';
import type { UpdateEndpointRequest } from '../../libs/webhooks/src/adapters/http/webhooks.dto.ts';
import type { WebhookDeliveryView } from '../../libs/webhooks/src/queries/webhook-delivery.view.ts';
import type { WebhookEndpointView } from '../../libs/webhooks/src/queries/webhook-endpoint.view.ts';
import type { InputOf } from '#platform/http';
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

/** A subscription with the whole meters, of which the context of purchases names only what it reads. */
type WithMeters<T extends SubscriptionView> = Omit<T, 'meters'> & {
  readonly meters: readonly (Omit<T['meters'][number], 'meter'> & { readonly meter: MeterView })[];
};

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
  Fits<Loose<WithMeters<SubscriptionView>>, models.Subscription>,
  Fits<Loose<OrderView>, models.Order>,
  Fits<Loose<BenefitGrantView>, models.BenefitGrant>,
  Fits<Loose<WebhookEndpointView>, models.WebhookEndpoint>,
  Fits<Loose<WebhookDeliveryView>, models.WebhookDelivery>,
];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** The fields of an update in the SDK that our request does not read. An ignored field would be a change that does not happen. */
type Ignored<Request, Model> = Exclude<KeysOf<Model>, KeysOf<InputOf<Request> extends { readonly body: infer B } ? B : never>>;
type Nothing<Fields extends never> = Fields;

/** Compiles only if every field with which the SDK updates a resource is read: changed, or refused. */
export type Updates = [
  Nothing<Ignored<typeof UpdateOrganizationRequest, models.OrganizationUpdate>>,
  Nothing<Ignored<typeof UpdateBenefitRequest, models.BenefitLicenseKeysUpdate>>,
  Nothing<Ignored<typeof UpdateBenefitRequest, models.BenefitCustomUpdate>>,
  Nothing<Ignored<typeof UpdateBenefitRequest, models.BenefitFeatureFlagUpdate>>,
  Nothing<Ignored<typeof UpdateBenefitRequest, models.BenefitMeterCreditUpdate>>,
  Nothing<Ignored<typeof UpdateProductRequest, models.ProductUpdate>>,
  Nothing<Ignored<typeof UpdateCustomFieldRequest, models.CustomFieldUpdate>>,
  Nothing<Ignored<typeof UpdateFileRequest, models.FilePatch>>,
  Nothing<Ignored<typeof UpdateCustomerRequest, models.CustomerUpdate>>,
  Nothing<Ignored<typeof UpdateExternalCustomerRequest, models.CustomerUpdateExternalID>>,
  Nothing<Ignored<typeof UpdateMemberRequest, models.MemberUpdate>>,
  Nothing<Ignored<typeof UpdateOneOfTeamRequest, models.CustomerPortalMemberUpdate>>,
  Nothing<Ignored<typeof ChangeOwnDetailsRequest, models.CustomerPortalCustomerUpdate>>,
  Nothing<Ignored<typeof UpdateOrderRequest, models.OrderUpdate>>,
  // A body with other fields than its own is refused, so one with `units` is.
  Nothing<Exclude<Ignored<typeof UpdateSubscriptionRequest, models.SubscriptionUpdate>, 'units'>>,
  Nothing<Ignored<typeof UpdateLicenseKeyRequest, models.LicenseKeyUpdate>>,
  Nothing<Ignored<typeof UpdateMeterRequest, models.MeterUpdate>>,
  Nothing<Ignored<typeof UpdateEndpointRequest, models.WebhookEndpointUpdate>>,
  // Only grants of types that do not exist here have `properties` to set.
  Nothing<Exclude<Ignored<typeof UpdateOwnBenefitGrantRequest, models.CustomerBenefitGrantUpdate>, 'properties'>>,
];
