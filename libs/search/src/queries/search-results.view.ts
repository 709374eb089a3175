import { type Infer, list, nullable, object, oneOf, text, uuid4 } from '#platform/wire';

/** In the order in which they are shown. */
export const SEARCHED_KINDS = [
  'license_key',
  'customer',
  'order',
  'subscription',
  'product',
  'note',
  'undelivered_purchase',
] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];

const SearchResultView = object(
  {
    type: oneOf(SEARCHED_KINDS),
    id: uuid4(),
    organization_id: uuid4(),
    name: text(),
    detail: nullable(text()),
    status: nullable(text()),
    problem: nullable(text()),
    tag: nullable(text()),
  },
  'SearchResult',
  {
    type: 'What was found.',
    id: 'The ID of what was found.',
    organization_id: 'The ID of the organization that it belongs to.',
    name: {
      text: 'What is displayed of a license key; the name of a customer or product, or the address of a customer without a name; the product of a purchase; how a note begins; the ID that the provider has for what was not delivered.',
      example: 'Ada Lovelace',
    },
    detail: {
      text: 'The e-mail address of a customer; the name of the customer of a license key, purchase or note, or of whoever paid, or the address if there is no name.',
      example: 'ada@example.com',
    },
    status: 'The status of a license key or purchase; `null` for a customer, product or note, and for what was not delivered.',
    problem:
      'What is wrong: of a license key, the `License-Code` with which it is refused, as far as its status, expiry, usage and number of devices say; of what was not delivered, its `reason`. `null` if nothing is known to be.',
    tag: 'The tag that the text is, if the license key, customer or order has it; else `null`.',
  },
);
export type SearchResultView = Infer<typeof SearchResultView>;

export const SearchResultsView = object({ items: list(SearchResultView) }, 'SearchResults', {
  items: 'License keys, customers, orders, subscriptions, products, notes, undelivered purchases: a few of each kind.',
});
export type SearchResultsView = Infer<typeof SearchResultsView>;
