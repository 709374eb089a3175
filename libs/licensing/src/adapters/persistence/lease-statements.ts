import { OFFLINE_POLICIES } from '#catalog/contract';
import { batchStatement } from '#engine/persistence';
import { LEASES } from './lease-records.ts';
import { DEFAULT_MOVES } from '../../domain/leases/moves.ts';
import { milliseconds } from './sql/milliseconds.ts';
import { isLivePlace, placeOfActivation, placeOfLease, takesPlace } from './sql/taken-slots.ts';

/** The SQL for leases in the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

const REQUEST = { organizationId: 'uuid', activationId: 'uuid', device: 'text', ahead: 'float8' } as const;

const COLUMNS = LEASES.selectList('l');

/** The time of the organization of a request, which in a sandbox may be ahead of that of the database. */
const NOW = `(now() + ${milliseconds('w.ahead')})`;

/**
 * For each request about leases: the time, the policy of the benefit, the number of places of the key that leases take, and its
 * leases: those of the activation or device that the request names, those that are not over of other installations with the same place,
 * and those of ended activations that hold places, can be verified or count as moves, with their devices. Valid only if read while the key is locked. `now()` is the beginning of the transaction, so a lease never counts too short.
 */
const leasesOf = (requests: string): string => `
  select k.id as "keyId", date_part('epoch', ${NOW}) * 1000 as now, h.held, p.lease_seconds as "leaseSeconds",
      p.grace_seconds as "graceSeconds", p.max_offline_devices as "maxOfflineDevices", p.held as "heldRule",
      p.moves_limit as "movesLimit", p.moves_period_days as "movesPeriodDays", ${COLUMNS}, e.device as "endedDevice",
      e.installation as "endedInstallation", e.device_profile as "endedProfile", date_part('epoch', e.deactivated_at) * 1000 as "deactivatedAt",
      exists (select from licensing.activations again where again.organization_id = e.organization_id
        and again.license_key_id = e.license_key_id and again.device = e.device and again.deactivated_at is null) as "isActiveAgain",
      (e.id is not null and ${isLivePlace(placeOfLease('l'), 'l.organization_id', 'l.license_key_id')}) as "hasPlace"
    from ${requests}
    cross join lateral (select count(distinct ${placeOfLease('h')})::int as held from licensing.leases h
      where h.organization_id = w.organization_id and h.license_key_id = k.id and h.held_until > ${NOW}
        and ${takesPlace('h', NOW)}) h
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
      select other.* from licensing.activations n
        join licensing.leases other on other.organization_id = n.organization_id and other.license_key_id = n.license_key_id
          and ${placeOfLease('other')} = ${placeOfActivation('n')} and other.activation_id <> n.id
        where n.organization_id = w.organization_id and n.id = w.activation_id and n.license_key_id = k.id
          and other.held_until > ${NOW}
      union all
      select ended.* from licensing.leases ended
        where ended.organization_id = w.organization_id and ended.license_key_id = k.id and ended.ended_at is not null
          and (ended.holds_slot or (ended.held_until > ${NOW} and ended.returned_at is null)
            or ended.place_until > ${NOW} - make_interval(days => coalesce(p.moves_period_days, ${DEFAULT_MOVES.periodDays})))
    ) l on true
    left join licensing.activations e on e.organization_id = l.organization_id and e.id = l.activation_id
      and e.deactivated_at is not null`;

export const LEASES_BY_STRING = batchStatement('leases-by-string', { ...REQUEST, value: 'bytea' }, (w) =>
  leasesOf(`${w} join licensing.key_strings s on s.organization_id = w.organization_id and s.digest = w.value
    join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id`),
);

export const LEASES_BY_ID = batchStatement('leases-by-id', { ...REQUEST, value: 'uuid' }, (w) =>
  leasesOf(`${w} join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.value`),
);

export const WRITE_LEASES = LEASES.upsert('leases-write');
