import { fieldError, type FieldError, ValidationFailed } from '#kernel';
import { type Address, invalidState, withKnownState } from '#support/addresses';

/** Name and address on the invoice. Kept with the order, independently of the customer. */
export interface BilledTo {
  readonly billingName: string | null;
  readonly billingAddress: Address | null;
}

/** `undefined` and `null` leave a value unchanged. */
export interface BillingCorrections {
  readonly billingName?: string | null;
  /** Replaces the address as a whole. */
  readonly billingAddress?: Address | null;
}

/**
 * The billing details after a correction, and the API names of those that differ. Throws `ValidationFailed` if the country or the
 * state would change after it was known.
 */
export function correctedBilling(
  current: BilledTo,
  { billingName: name, billingAddress: sent }: BillingCorrections,
): BilledTo & { readonly changed: readonly ('billing_name' | 'billing_address')[] } {
  const billingAddress = sent ? withKnownState(sent) : current.billingAddress;
  if (billingAddress === undefined) throw new ValidationFailed([invalidState(sent!)]);
  ValidationFailed.throwIfAny(errorsOfRegion(current.billingAddress, billingAddress));
  const billingName = name ?? current.billingName;
  const isRenamed = billingName !== current.billingName;
  const hasMoved = JSON.stringify(partsOf(billingAddress)) !== JSON.stringify(partsOf(current.billingAddress));
  return {
    billingName,
    billingAddress,
    changed: [...(isRenamed ? ['billing_name' as const] : []), ...(hasMoved ? ['billing_address' as const] : [])],
  };
}

const errorsOfRegion = (before: Address | null, after: Address | null): FieldError[] =>
  (['country', 'state'] as const)
    .filter((part) => (before?.[part] ?? after?.[part]) !== after?.[part])
    .map((part) => fieldError(['billingAddress', part], `The ${part} of an order cannot be changed.`, after?.[part]));

const partsOf = (address: Address | null) =>
  address && [address.line1, address.line2, address.postalCode, address.city, address.state, address.country];
