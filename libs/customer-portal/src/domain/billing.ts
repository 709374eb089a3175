import { type Address, type FieldError, invalidState, withKnownState } from '#kernel';
import { resolveTaxId, type TaxId } from './tax-id.ts';

/** Where invoices go, and under which number their receiver pays taxes. */
export interface Billing {
  readonly billingAddress: Address | null;
  readonly taxId: TaxId | null;
}

/** An address replaces the whole one before it; a tax id is a number whose format is still to be found, null takes it away. */
export interface BillingChanges {
  readonly billingAddress?: Address | null;
  readonly taxId?: string | null;
}

/** What the changes lead to, or what is wrong with them. */
type Decision =
  | { readonly billing: Billing; readonly problems: readonly [] }
  | { readonly billing: null; readonly problems: readonly FieldError[] };

const decided = (billing: Billing): Decision => ({ billing, problems: [] });
const refused = (problem: FieldError): Decision => ({ billing: null, problems: [problem] });

/** A tax id is one of the country of the address: it is looked at anew whenever either of them changes. */
export function changeBilling(now: Billing, changes: BillingChanges): Decision {
  const { billingAddress: sent, taxId } = changes;
  const billingAddress = sent ? withKnownState(sent) : now.billingAddress;
  if (billingAddress === undefined) return refused(invalidState(sent!));
  if (taxId === null) return decided({ billingAddress, taxId });
  const number = taxId ?? (sent ? now.taxId?.[0] : undefined);
  if (number === undefined) return decided({ ...now, billingAddress });
  if (billingAddress === null) {
    const message = 'A tax ID needs a billing address with a country.';
    return refused({ at: ['billingAddress'], message, type: 'missing', input: null });
  }
  const resolved = resolveTaxId(number, billingAddress.country);
  if (resolved) return decided({ billingAddress, taxId: resolved });
  return refused({ at: ['taxId'], message: 'Invalid tax ID.', type: 'invalid', input: number });
}
