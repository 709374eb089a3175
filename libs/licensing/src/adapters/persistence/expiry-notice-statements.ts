import type { BatchStatement } from '#engine/persistence';

/** The SQL for notices that keys expire. The index `license_keys_by_notice` has the condition of both reads. */

const DUE = `select organization_id as "organizationId", id from licensing.license_keys
    where notice_at <= $2::timestamptz and notice_at is not null and expires_at is not null`;

/** Keys with a notice that is due, the latest first: those from before there were notices come last. */
export const dueNotices = (most: number, at: Date, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'license-keys-due-notices', text: `${DUE} order by notice_at desc limit $1`, values: [most, at] }
    : {
        name: 'license-keys-due-notices-of-organization',
        text: `${DUE} and organization_id = $3::uuid order by notice_at desc limit $1`,
        values: [most, at, organizationId],
      };
