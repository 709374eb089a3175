/** Key-value pairs for the seller's own use. */
export type Metadata = { readonly [key: string]: string | number | boolean };
