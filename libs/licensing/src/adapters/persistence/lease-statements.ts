import { OFFLINE_POLICIES } from '#catalog/contract';
import { batchStatement } from '#engine/persistence';
import { LEASES } from './lease-records.ts';
import { milliseconds } from './sql/milliseconds.ts';

/** The SQL for leases in the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

const REQUEST = { organizationId: 'uuid', activationId: 'uuid', device: 'text', ahead: 'float8' } as const;

const COLUMNS = LEASES.selectList('l');

/** The time of the organization of a request, which in a sandbox may be ahead of that of the database. */
const NOW = `(now() + ${milliseconds('w.ahead')})`;

/**
 * For each request about leases: the time, the policy of the benefit, the number of held leases of the key, and its
 * leases: those of the activation or device that the request names, and those that hold slots of ended activations. Valid only if
 * read while the key is locked. `now()` is the beginning of the transaction, so a lease never counts too short.
 */
const leasesOf = (requests: string): string => `
  select k.id as "keyId", date_part('epoch', ${NOW}) * 1000 as now, h.held, p.lease_seconds as "leaseSeconds",
      p.grace_seconds as "graceSeconds", p.max_offline_devices as "maxOfflineDevices", ${COLUMNS}
    from ${requests}
    cross join lateral (select count(*)::int as held from licensing.leases h
      where h.organization_id = w.organization_id and h.license_key_id = k.id and h.held_until > ${NOW}
        and h.returned_at is null) h
    left join ${OFFLINE_POLICIES} p on p.organization_id = w.organization_id and p.benefit_id = k.benefit_id
    left join lateral (
      select named.* from licensing.leases named
        where named.organization_id = w.organization_id and named.activation_id = w.activation_id
          and named.license_key_id = k.id
      union all
      select own.* from licensing.activations a
        join licensing.leases own on own.organization_id = w.organization_id and own.activation_id = a.id
        where a.organization_id = w.organization_id and a.license_key_id = k.id and a.device = w.device
          and a.deactivated_at is null
      union all
      select holding.* from licensing.leases holding
        where holding.organization_id = w.organization_id and holding.license_key_id = k.id and holding.holds_slot
    ) l on true`;

export const LEASES_BY_STRING = batchStatement('leases-by-string', { ...REQUEST, value: 'bytea' }, (w) =>
  leasesOf(`${w} join licensing.key_strings s on s.organization_id = w.organization_id and s.digest = w.value
    join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id`),
);

export const LEASES_BY_ID = batchStatement('leases-by-id', { ...REQUEST, value: 'uuid' }, (w) =>
  leasesOf(`${w} join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.value`),
);

export const WRITE_LEASES = LEASES.upsert('leases-write');
