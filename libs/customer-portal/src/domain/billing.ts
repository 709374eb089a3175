import { fieldError, type FieldError } from '#kernel';
import { type Address, invalidState, withKnownState } from '#support/addresses';
import { resolveTaxId, type TaxId } from './tax-id.ts';

export interface Billing {
  readonly billingAddress: Address | null;
  readonly taxId: TaxId | null;
}

/** An address replaces the current one as a whole. A tax id is given without its format; `null` removes it. */
export interface BillingChanges {
  readonly billingAddress?: Address | null;
  readonly taxId?: string | null;
}

/** The changed billing details, or the errors. */
type BillingResult =
  | { readonly billing: Billing; readonly errors: readonly [] }
  | { readonly billing: null; readonly errors: readonly FieldError[] };

const changedTo = (billing: Billing): BillingResult => ({ billing, errors: [] });
const rejected = (error: FieldError): BillingResult => ({ billing: null, errors: [error] });

/** Tax ids depend on the country of the address, so the tax id is checked again whenever either of them changes. */
export function changeBilling(current: Billing, changes: BillingChanges): BillingResult {
  const { billingAddress: sent, taxId } = changes;
  const billingAddress = sent ? withKnownState(sent) : current.billingAddress;
  if (billingAddress === undefined) return rejected(invalidState(sent!));
  if (taxId === null) return changedTo({ billingAddress, taxId });
  const number = taxId ?? (sent ? current.taxId?.[0] : undefined);
  if (number === undefined) return changedTo({ ...current, billingAddress });
  if (billingAddress === null) {
    const message = 'A tax ID needs a billing address with a country.';
    return rejected(fieldError(['billingAddress'], message, null, 'missing'));
  }
  const resolved = resolveTaxId(number, billingAddress.country);
  if (resolved) return changedTo({ billingAddress, taxId: resolved });
  return rejected(fieldError(['taxId'], 'Invalid tax ID.', number, 'invalid'));
}
