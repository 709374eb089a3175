/** SQL of until when a lease takes a place, unless it is returned. */
export const placeUntil = (lease: string): string => `coalesce(${lease}.place_until, ${lease}.held_until)`;

/** SQL of whether a lease takes a place at a time. */
export const takesPlace = (lease: string, at: string): string =>
  `(${lease}.returned_at is null and ${placeUntil(lease)} > ${at})`;

/** SQL of the place of a device that its installations share. */
export const placeOfActivation = (activation: string): string => `coalesce(${activation}.place_id, ${activation}.id)`;
export const placeOfLease = (lease: string): string => `coalesce(${lease}.place_id, ${lease}.activation_id)`;

/** SQL of whether an activation of the place, which is one of the key, is live. */
export const isLivePlace = (place: string, organization: string, key: string): string =>
  `(exists (select from licensing.activations first where first.organization_id = ${organization} and first.id = ${place}
      and first.deactivated_at is null)
    or exists (select from licensing.activations sharing where sharing.organization_id = ${organization}
      and sharing.license_key_id = ${key} and sharing.place_id = ${place} and sharing.deactivated_at is null))`;

/**
 * SQL of how many slots of a floating key are taken at a time: by check-outs that have not expired, and by leases of ended
 * activations that hold places. Those of one device are one. `key` is a row with the columns `organization_id` and `id`.
 */
export const takenSlots = (key: string, at: string): string => `(select count(*) from (
    select ${placeOfActivation('a')} from licensing.activations a
      where a.organization_id = ${key}.organization_id and a.license_key_id = ${key}.id and a.sweep_at is not null
        and a.deactivated_at is null and a.checkout_expires_at > ${at}
    union
    select ${placeOfLease('l')} from licensing.leases l
      where l.organization_id = ${key}.organization_id and l.license_key_id = ${key}.id and l.ended_at is not null
        and ${takesPlace('l', at)}) places)::int`;
