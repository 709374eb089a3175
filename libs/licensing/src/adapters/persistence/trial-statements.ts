import { batchStatement, BatchTable } from '#engine/persistence';
import { TrialComponentMapping, TrialMapping } from './trials.mapping.ts';

const COMPONENTS = BatchTable.of(TrialComponentMapping);

/** How many trials a device is compared with: those that share most components with it. A component of an image is that of many devices. */
const MOST_COMPARED = 100;

/** Fails if the device with this ID has a trial key of the benefit. */
export const INSERT_TRIALS = BatchTable.of(TrialMapping).insert('trials-insert');

export const INSERT_COMPONENTS = COMPONENTS.insert('trial-components-insert');

/** Requests that share a component wait for each other. Locked in one order to avoid deadlocks. */
export const LOCK_DIGESTS = batchStatement(
  'trials-lock-digests',
  { digest: 'text' },
  (w) => `select pg_advisory_xact_lock(named.lock) from (
      select distinct hashtextextended('trial/' || w.digest, 0) as lock from ${w} order by 1
    ) named`,
);

/** The components of the trials that share one with a device. `n` is the number of the request. */
export const TRIALS_SHARING_COMPONENTS = batchStatement(
  'trials-sharing-components',
  { n: 'int', organizationId: 'uuid', benefitId: 'uuid', digest: 'text' },
  (w) => `select shared.n, c.license_key_id as "licenseKeyId", c.name, c.digest
    from (
      select w.n, t.organization_id, t.license_key_id,
        row_number() over (partition by t.organization_id, w.n order by count(*) desc, t.license_key_id) as place
      from ${w} join licensing.trial_components t on t.organization_id = w.organization_id and t.benefit_id = w.benefit_id
        and t.digest = w.digest
      group by t.organization_id, w.n, t.license_key_id
    ) shared
    join licensing.trial_components c on c.organization_id = shared.organization_id and c.license_key_id = shared.license_key_id
    where shared.place <= ${MOST_COMPARED}`,
);
