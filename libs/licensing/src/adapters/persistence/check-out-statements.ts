import type { OrganizationClocks } from '#platform/clocks';
import { type BatchStatement, batchStatement } from '#engine/persistence';
import { ACTIVATIONS } from './license-key-records.ts';
import { milliseconds } from './sql/milliseconds.ts';
import { takenSlots } from './sql/taken-slots.ts';

/** The SQL for check-outs of floating keys in the group commit. */

/**
 * The time of the database, if the activation has a check-out, without the distance of the clock of its organization. Read while the key
 * is locked, so it is later than the decisions of those who had the lock before. Whole milliseconds, as the times of check-outs are.
 */
export const TIME_OF_CHECK_OUT = `case when a.checkout_expires_at is not null
    then date_part('epoch', date_trunc('milliseconds', clock_timestamp())) * 1000 end as "readAt"`;

/** How many slots of floating keys are taken, and at which time of their organization. To be read after the keys were locked. */
export const COUNT_CHECK_OUTS = batchStatement(
  'check-outs-count',
  { organizationId: 'uuid', id: 'uuid', ahead: 'float8' },
  (w) => `select w.id as "keyId", date_part('epoch', t.now) * 1000 as "readAt", ${takenSlots('w', 't.now')} as taken
    from ${w} cross join lateral (
      select date_trunc('milliseconds', clock_timestamp()) + ${milliseconds('w.ahead')} as now offset 0
    ) t`,
);

export const WRITE_CHECK_OUTS = ACTIVATIONS.only('checkoutExpiresAt', 'lastHeartbeatAt', 'sweepAt').update('check-outs-write');

/** Activations that may have been silent for long, the earliest first, of all organizations, or of one by its own clock. */
export const silentActivations = (most: number, clocks: OrganizationClocks, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'check-outs-to-sweep', text: `${SILENT} sweep_at <= now() order by sweep_at limit $1`, values: [most] }
    : {
        name: 'check-outs-of-organization-to-sweep',
        text: `${SILENT} organization_id = $2::uuid and sweep_at <= now() + ${milliseconds('$3::float8')} order by sweep_at limit $1`,
        values: [most, organizationId, clocks.aheadMs(organizationId)],
      };

const SILENT = `select organization_id as "organizationId", license_key_id as "licenseKeyId", id as "activationId"
    from licensing.activations where`;
