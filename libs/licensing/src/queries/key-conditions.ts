import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type FoundCustomers, SEARCHED_CUSTOMERS } from '#customer-portal/contract';
import { containing, type FoundByTags, hasLetterOrDigit, hasTrigram, isTagged, refersToFound } from '#engine/persistence';
import { plainForm } from '#support/texts';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';
import { type FoundDevices, hasDevice } from './device-names.ts';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';

export interface KeyFilter {
  readonly id?: readonly string[];
  readonly status?: LicenseKeyRow['status'];
  readonly benefit_id?: string;
  readonly customer_id?: string;
  /**
   * A whole key however it is written, a part of its displayed form, its ID or that of an activation, how the name of a device begins, its
   * order's ID elsewhere, or a part of its customer's name or address.
   */
  readonly query?: string;
  readonly expires_after?: Date;
  readonly expires_before?: Date;
  readonly is_over_limit?: boolean;
  readonly tag?: readonly string[];
}

/** The conditions on a key `k` of some of the organizations that were asked for. */
export type KeyConditions = (organizations: readonly string[]) => RawBuilder<SqlBool>;

/** In which ways a text finds keys. */
export interface Lookup {
  /** A statement that returns the ids of keys that are the text. */
  readonly idsIn: (organizations: readonly string[]) => RawBuilder<unknown>;
  /** A condition on keys `k`: that the text is a part of what is displayed. */
  readonly displayed: RawBuilder<SqlBool>;
  /** The grants of orders that have the text as their external id. */
  readonly grants: readonly string[];
  readonly devices: FoundDevices;
  readonly customers: FoundCustomers;
}

/** As in the indexes. */
export const EXPIRY = sql`coalesce(k.expires_at, 'infinity'::timestamptz)`;
const HIDDEN = '****-';
/** As many characters of a key are displayed. */
const SHOWN = 6;

/** The conditions on keys that a text finds, in whichever way. */
export const matching =
  ({ idsIn, displayed, grants, devices, customers }: Lookup, conditions: RawBuilder<SqlBool>): KeyConditions =>
  (
    those,
  ) => sql`${conditions} and (k.id = any(array(${idsIn(those)})) or ${displayed} or k.grant_id = any(${grants}::uuid[]) or ${hasDevice(devices)}
    or ${refersToFound('k', SEARCHED_CUSTOMERS, customers)})`;

/**
 * The condition that a text is a part of what is displayed of a key `k`. One without a trigram finds a key only if it is all that is
 * displayed; one without a letter or digit, for which all of the index would be read, finds none.
 */
export function isDisplayed(text: string): RawBuilder<SqlBool> {
  const shown = plainForm(text).replace(/^\*+-?/, '');
  if (!hasLetterOrDigit(shown) || [...shown].length > SHOWN) return sql`false`;
  if (hasTrigram(shown)) return sql`k.display_key ilike ${containing(shown)}`;
  return sql`k.display_key = any(${[`${HIDDEN}${shown}`, `${HIDDEN}${shown.toUpperCase()}`]}::text[])`;
}

/** The filter with the keys that have the tags, if they are few. */
interface Conditions extends Omit<KeyFilter, 'query' | 'tag'> {
  readonly tagged: FoundByTags | undefined;
}

export function conditionsOf({
  id,
  status,
  benefit_id,
  customer_id,
  expires_after,
  expires_before,
  is_over_limit,
  tagged,
}: Conditions): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  if (id) conditions.push(sql`k.id = any(${id}::uuid[])`);
  if (status) conditions.push(sql`k.status = ${status}`);
  if (benefit_id) conditions.push(sql`k.benefit_id = ${benefit_id}::uuid`);
  if (customer_id) conditions.push(sql`k.customer_id = ${customer_id}::uuid`);
  if (expires_after) conditions.push(sql`${EXPIRY} >= ${expires_after}::timestamptz`);
  if (expires_before) conditions.push(sql`${EXPIRY} < ${expires_before}::timestamptz`);
  if (is_over_limit !== undefined)
    conditions.push(is_over_limit ? sql`k.over_limit_since is not null` : sql`k.over_limit_since is null`);
  if (tagged) conditions.push(isTagged(LICENSE_KEY_TAGS, 'k', tagged));
  return sql.join(conditions, sql` and `);
}
