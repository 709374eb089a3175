import { type RawBuilder, sql } from 'kysely';
import type { CountedRows } from '#engine/persistence';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';

type Status = LicenseKeyRow['status'];

/** Counts license keys by `status`, by `benefit status`, and granted ones by `expires YYYY-MM-DD`, the day in UTC. */
export const COUNTED_KEYS: CountedRows = 'licensing.counted_keys';

const STATUSES: readonly Status[] = ['granted', 'disabled', 'revoked'];

/** The facets of keys of these benefits and with these statuses. */
export const facetsOfKeys = (benefitIds: readonly string[] | undefined, statuses: readonly Status[] = STATUSES): string[] =>
  benefitIds ? benefitIds.flatMap((id) => statuses.map((status) => `${id.toLowerCase()} ${status}`)) : [...statuses];

/** Which facets are of granted keys that expire on a day before this one. */
export const expireBefore =
  (day: string) =>
  (facet: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${facet} > 'expires ' and ${facet} < ${`expires ${day}`}`;
