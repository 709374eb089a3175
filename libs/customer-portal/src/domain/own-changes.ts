import { type FieldError, fieldError } from '#kernel';
import type { BillingChanges } from './billing.ts';

/** What customers can change themselves. `null` removes the tax id, leaves the billing name unchanged, and is rejected otherwise. */
export interface OwnChanges extends BillingChanges {
  readonly billingName?: string | null;
  readonly defaultPaymentMethodId?: string | null;
}

/** The errors of changes that a customer cannot make. */
export function errorsOfOwn({ billingAddress, defaultPaymentMethodId }: OwnChanges): FieldError[] {
  const errors: FieldError[] = [];
  if (billingAddress === null) {
    errors.push(fieldError(['billingAddress'], 'A billing address cannot be taken away.', null, 'missing'));
  }
  if (defaultPaymentMethodId !== undefined) {
    errors.push(
      defaultPaymentMethodId === null
        ? fieldError(['defaultPaymentMethodId'], 'A default payment method cannot be taken away.', null, 'missing')
        : fieldError(['defaultPaymentMethodId'], 'Payment method does not exist.', defaultPaymentMethodId, 'invalid'),
    );
  }
  return errors;
}
