import { Query } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type FoundByPart, hasText } from '#engine/persistence';

/** The customers that a text finds: all of them, or the first ones and what the others have. */
export type FoundCustomers = FoundByPart;

/** More customers than these are not listed one by one, but compared with the text where they are needed. */
export const MOST_LISTED = 10_000;

/**
 * Customers whose e-mail address, name or external id contains a text, in any case; a whole address finds its customer, and others by
 * their beginnings. Without three letters or digits it has to begin so.
 */
export class SearchCustomers extends Query<FoundCustomers> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    /** The most customers that are listed by each of their texts. */
    readonly most = MOST_LISTED,
  ) {
    super();
  }
}

/**
 * The condition that the customer of a row is one of those that a text has found. `table` is the name or alias of a table with
 * `organization_id` and `customer_id`. The subquery has one value, so that PostgreSQL cannot read all customers first to find a few rows.
 */
export function ofFoundCustomer(table: string, found: FoundCustomers): RawBuilder<SqlBool> {
  const [organization, customer] = [sql.ref(`${table}.organization_id`), sql.ref(`${table}.customer_id`)];
  if (found.isComplete) return sql`${customer} = any(${found.ids}::uuid[])`;
  return sql`(select ${hasText(['searched.email', 'searched.name', 'searched.external_id'], found)}
    from customer_portal.searched_customers as searched where searched.organization_id = ${organization} and searched.id = ${customer})`;
}
