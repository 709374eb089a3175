import { Query } from '@nestjs/cqrs';

/** The customers that a text finds: all of them, or the first ones and what the others have. */
export interface FoundCustomers {
  readonly ids: readonly string[];
  /** False if there are more. */
  readonly isComplete: boolean;
  /** One of these is what a text of the customers begins with, or contains: folded. */
  readonly texts: readonly string[];
  readonly isBeginning: boolean;
}

/** More customers than these are not listed one by one, but compared with the text where they are needed. */
export const MOST_LISTED = 10_000;

/**
 * Customers whose e-mail address, name or external id contains a text, in any case, with or without accents; a whole address finds its
 * customer, and others by their beginnings. Without three letters or digits it has to begin so.
 */
export class SearchCustomers extends Query<FoundCustomers & { readonly tagged: readonly string[] }> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    /** The most customers that are listed by each of their texts. */
    readonly most = MOST_LISTED,
    /** Where customers are found by the tag that the text is, too: as `tagged`, the newest first. */
    readonly taggedIn: readonly string[] = [],
  ) {
    super();
  }
}

/**
 * A database view for statements of other contexts that list what belongs to customers whom a text has found: `organization_id`, `id`, and
 * the texts folded. `reference` is the column by which tables refer to a customer.
 */
export const SEARCHED_CUSTOMERS = {
  view: 'customer_portal.searched_customers',
  reference: 'customer_id',
  texts: ['email', 'name', 'external_id'],
} as const;
