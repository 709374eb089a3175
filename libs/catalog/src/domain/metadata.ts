/** What a seller notes on a thing, for programs of their own. */
export type Metadata = { readonly [key: string]: string | number | boolean };
