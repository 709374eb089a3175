import { ACTIVATIONS } from './license-key-records.ts';
import { takenSlots } from './sql/taken-slots.ts';

/** The SQL for check-outs of floating keys in the group commit. */

/**
 * The time of the database, if the activation has a check-out. Read while the key is locked, so it is later than the decisions of those
 * who had the lock before. Whole milliseconds, as the times of check-outs are.
 */
export const TIME_OF_CHECK_OUT = `case when a.checkout_expires_at is not null
    then date_part('epoch', date_trunc('milliseconds', clock_timestamp())) * 1000 end as "readAt"`;

/** How many slots of floating keys are taken, and at which time. To be read after the keys were locked. */
export const COUNT_CHECK_OUTS = {
  name: 'check-outs-count',
  text: `with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now)
    select w.id as "keyId", date_part('epoch', clock.now) * 1000 as "readAt", ${takenSlots('w', 'clock.now')} as taken
    from clock cross join unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)`,
};

export const WRITE_CHECK_OUTS = ACTIVATIONS.only('checkoutExpiresAt', 'lastHeartbeatAt', 'sweepAt').update('check-outs-write');

/** Activations that may have been silent for long, the earliest first. */
export const CHECK_OUTS_TO_SWEEP = {
  name: 'check-outs-to-sweep',
  text: `select organization_id as "organizationId", license_key_id as "licenseKeyId", id as "activationId"
    from licensing.activations where sweep_at <= now() order by sweep_at limit $1`,
};
