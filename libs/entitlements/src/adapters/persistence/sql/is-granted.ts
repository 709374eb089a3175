import { sql } from 'kysely';

/** A grant that waits for its license key is not granted yet. */
export const IS_GRANTED = sql<boolean>`(granted_at is not null and (not brings_license_key or properties ->> 'license_key_id' is not null))`;
