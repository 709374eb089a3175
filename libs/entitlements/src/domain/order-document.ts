import type { BilledTo } from './billing-details.ts';
import { isPaid, type OrderStatus } from './order-status.ts';
import { MissingInvoiceBillingDetails, OrderNotEligibleForInvoice } from './purchase.errors.ts';

/** The invoice or the receipt of an order, which the seller made elsewhere. Named as in the API. */
export interface OrderDocument {
  readonly number: string | null;
  readonly url: string;
}

export type DocumentKind = 'invoice' | 'receipt';

/** `undefined` leaves a document as it is, `null` removes it. */
export type DocumentChanges = { readonly [kind in DocumentKind]?: OrderDocument | null };

const isSameDocument = (a: OrderDocument | null, b: OrderDocument | null): boolean =>
  a?.number === b?.number && a?.url === b?.url;

type Documents = { readonly [kind in DocumentKind]: OrderDocument | null };

/** The kinds that the changes would change. */
export const changedDocuments = (current: Documents, changes: DocumentChanges): DocumentKind[] =>
  (['invoice', 'receipt'] as const).filter((kind) => {
    const document = changes[kind];
    return document !== undefined && !isSameDocument(document, current[kind]);
  });

interface InvoicedOrder extends BilledTo {
  readonly status: OrderStatus;
  readonly invoice: OrderDocument | null;
}

/** Throws unless the order has an invoice, or was paid and says who is billed. */
export function assertMayHaveInvoice({ status, invoice, billingName, billingAddress }: InvoicedOrder): void {
  if (!isPaid(status)) throw new OrderNotEligibleForInvoice(status);
  if (!invoice && (!billingName || !billingAddress)) throw new MissingInvoiceBillingDetails();
}
