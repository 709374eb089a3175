import { defineRequest, type InputOf } from '#platform/http';
import { SHORT_TEXT } from '#support/texts';
import { addressFrom, AddressInput, blankToNull, nullable, object, optional, uuid4 } from '#platform/wire';

/** A blank billing name leaves it as it is; a blank tax ID removes it. */
export const ChangeOwnDetailsRequest = defineRequest({
  body: object(
    {
      billing_name: optional(blankToNull({ max: 256 })),
      billing_address: optional(nullable(AddressInput)),
      tax_id: optional(blankToNull(SHORT_TEXT)),
      default_payment_method_id: optional(nullable(uuid4())),
    },
    'CustomerPortalCustomerUpdate',
    {
      billing_name: { text: 'The name on invoices. `null` or blank to leave it as it is.', example: 'Jane Doe' },
      billing_address: 'The billing address. Replaces the existing one as a whole.',
      tax_id: 'The tax ID: a number valid in the country of the billing address. `null` or blank removes it.',
      default_payment_method_id: 'Not supported: there are no payment methods, so any ID is rejected with 422.',
    },
  ),
});

export const ownChangesFrom = (body: InputOf<typeof ChangeOwnDetailsRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
  taxId: body.tax_id,
  defaultPaymentMethodId: body.default_payment_method_id,
});
