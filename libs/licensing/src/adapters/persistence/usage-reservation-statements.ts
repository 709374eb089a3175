/** The SQL for reservations of usage in the group commit. */

const MILLISECONDS = `date_part('epoch', date_trunc('milliseconds', clock_timestamp())) * 1000`;

/**
 * The time of the database, if the key has reservations. Whoever had the lock before and changed the key decided at an earlier time: the
 * row is read again after waiting for the lock, and with it the time.
 */
export const TIME_OF_RESERVATIONS = `case when k.reservations is not null then ${MILLISECONDS} end as "databaseTime"`;

/** To be read after the keys were locked. */
export const READ_TIME = { name: 'license-keys-read-time', text: `select ${MILLISECONDS} as "databaseTime"` };

/** Keys whose reservations have all expired, the earliest first. */
export const EXPIRED_RESERVATIONS = {
  name: 'license-keys-expired-reservations',
  text: `select organization_id as "organizationId", id from licensing.license_keys
    where reserved_until <= now() order by reserved_until limit $1`,
};
