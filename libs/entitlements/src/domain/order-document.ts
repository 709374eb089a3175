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
