import { defineRequest, type InputOf } from '#platform/http';
import { addressFrom, AddressInput, blankToNull, nullable, object, optional, uuid4 } from '#platform/wire';

/** Blank is nothing said of the billing name, and takes the tax id away. */
export const ChangeOwnDetailsRequest = defineRequest({
  body: object(
    {
      billing_name: optional(blankToNull()),
      billing_address: optional(nullable(AddressInput)),
      tax_id: optional(blankToNull()),
      default_payment_method_id: optional(nullable(uuid4())),
    },
    'CustomerPortalCustomerUpdate',
  ),
});

export const ownChangesFrom = (body: InputOf<typeof ChangeOwnDetailsRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
  taxId: body.tax_id,
  defaultPaymentMethodId: body.default_payment_method_id,
});
