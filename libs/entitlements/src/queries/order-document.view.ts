import { type Infer, object, text } from '#platform/wire';

export const InvoiceView = object({ url: text() }, 'OrderInvoice', { url: 'Where the invoice is.' });
export type InvoiceView = Infer<typeof InvoiceView>;

export const ReceiptView = object({ url: text() }, 'OrderReceipt', { url: 'Where the receipt is.' });
export type ReceiptView = Infer<typeof ReceiptView>;

export const OwnInvoiceView = object(InvoiceView.fields, 'CustomerOrderInvoice');
export type OwnInvoiceView = Infer<typeof OwnInvoiceView>;

export const OwnReceiptView = object(ReceiptView.fields, 'CustomerOrderReceipt');
export type OwnReceiptView = Infer<typeof OwnReceiptView>;
