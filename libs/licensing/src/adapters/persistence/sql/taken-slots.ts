/** SQL of until when a lease takes a place, unless it is returned. */
export const placeUntil = (lease: string): string => `coalesce(${lease}.place_until, ${lease}.held_until)`;

/** SQL of whether a lease takes a place at a time. */
export const takesPlace = (lease: string, at: string): string =>
  `(${lease}.returned_at is null and ${placeUntil(lease)} > ${at})`;

/**
 * SQL of how many slots of a floating key are taken at a time: by check-outs that have not expired, and by leases of ended
 * activations that hold places. `key` is a row with the columns `organization_id` and `id`.
 */
export const takenSlots = (key: string, at: string): string => `(
    (select count(*) from licensing.activations a
      where a.organization_id = ${key}.organization_id and a.license_key_id = ${key}.id and a.sweep_at is not null
        and a.deactivated_at is null and a.checkout_expires_at > ${at})
    + (select count(*) from licensing.leases l
      where l.organization_id = ${key}.organization_id and l.license_key_id = ${key}.id and l.ended_at is not null
        and ${takesPlace('l', at)}))::int`;
