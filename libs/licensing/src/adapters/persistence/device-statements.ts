import { MOST_COMPARED } from '../../domain/devices/devices.ts';
import { LEASES } from './lease-records.ts';
import { ACTIVATIONS } from './license-key-records.ts';
import { placeOfActivation, takesPlace } from './sql/taken-slots.ts';

/** The SQL for devices in the group commit. */

const COLUMNS = ACTIVATIONS.selectList('a');

/** The newest live activations of keys that know their devices, those that were read already first. To be read after the keys were locked. */
export const DEVICES_OF_KEYS = {
  name: 'devices-of-keys',
  text: `select ${COLUMNS}, null as "readAt" from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    cross join lateral (
      select * from licensing.activations d where d.organization_id = w.organization_id and d.license_key_id = w.id
        and d.deactivated_at is null and d.device_profile is not null
      order by d.id = any($3::uuid[]) desc, d.created_at desc, d.id desc limit ${MOST_COMPARED}) a`,
};

/** The leases of those activations, for requests about leases. */
export const LEASES_OF_DEVICES = {
  name: 'devices-leases',
  text: `select ${LEASES.selectList('l')} from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.activations a on a.organization_id = w.organization_id and a.license_key_id = w.id and a.deactivated_at is null
      and a.device_profile is not null
    join licensing.leases l on l.organization_id = a.organization_id and l.activation_id = a.id`,
};

/** The devices that were deactivated last. */
export const ENDED_DEVICES = {
  name: 'devices-ended',
  text: `select a.license_key_id as "keyId", a.device, a.installation, a.device_profile as "deviceProfile",
      date_part('epoch', a.deactivated_at) * 1000 as "deactivatedAt"
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    cross join lateral (
      select * from licensing.activations d where d.organization_id = w.organization_id and d.license_key_id = w.id
        and d.deactivated_at is not null and d.device_profile is not null
      order by d.deactivated_at desc limit ${MOST_COMPARED}) a`,
};

/**
 * How many devices of each class have a slot: those that are active or, of a floating key, checked out at that time; and those of
 * ended activations whose leases hold places.
 */
export const DEVICES_BY_CLASS = {
  name: 'devices-by-class',
  text: `select "keyId", class, count(distinct place)::int as taken from (
      select w.id as "keyId", a.device_profile ->> 'class' as class, ${placeOfActivation('a')} as place
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as w (organization_id, id, at)
        join licensing.activations a on a.organization_id = w.organization_id and a.license_key_id = w.id
          and a.deactivated_at is null and (w.at is null or a.checkout_expires_at > w.at)
      union all
      select w.id, a.device_profile ->> 'class', ${placeOfActivation('a')}
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as w (organization_id, id, at)
        join licensing.leases l on l.organization_id = w.organization_id and l.license_key_id = w.id and l.ended_at is not null
          and ${takesPlace('l', 'coalesce(w.at, clock_timestamp())')}
        join licensing.activations a on a.organization_id = l.organization_id and a.id = l.activation_id
          and a.deactivated_at is not null
    ) taken where class is not null group by 1, 2`,
};

export const WRITE_DEVICES = ACTIVATIONS.only('deviceProfile').update('devices-write');
/** The profile may not have been read. */
export const WRITE_DEVICE_IDS = ACTIVATIONS.only('device', 'installation').update('devices-write-ids');
