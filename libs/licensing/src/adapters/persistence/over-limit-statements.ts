import { arrayOf, type BatchStatement, type PipelinedTransaction } from '#engine/persistence';
import { MOST_RELEASED } from '../../domain/keys/key-batches.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { refusesNewest, releaseAt } from '../../domain/policy/over-limit-policy.ts';
import { loadActivation } from './device-records.ts';
import type { LoadedActivationRow } from './license-key-records.ts';
import { ACTIVATIONS_BY_ID } from './license-key-statements.ts';
import { placeOfActivation } from './sql/taken-slots.ts';

/** The SQL for keys with more devices than are granted. */

/** How many places of those keys are older than each of those places: than the oldest live activation of it. */
const PLACES_BEFORE = {
  name: 'over-limit-places-before',
  text: `select "keyId", place, before from (
      select a.license_key_id as "keyId", ${placeOfActivation('a')} as place, (row_number() over (
          partition by a.organization_id, a.license_key_id order by min(a.created_at), ${placeOfActivation('a')}) - 1)::int as before
        from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
        join licensing.activations a on a.organization_id = w.organization_id and a.license_key_id = w.id and a.deactivated_at is null
        group by a.organization_id, a.license_key_id, ${placeOfActivation('a')}
    ) places where place = any($3::uuid[])`,
};

interface PlaceRow {
  readonly keyId: string;
  readonly place: string;
  readonly before: number;
}

/**
 * Reads which of the activations that were loaded are beyond the limit, of keys that refuse the newest ones, and their profiles, of keys that
 * release those unseen for longest: few keys, and one more round trip.
 */
export async function readOverLimit(transaction: PipelinedTransaction, over: readonly PresentedLicenseKey[]): Promise<void> {
  const refusing = over.filter(refusesNewest);
  const places = refusing.flatMap(({ activations }) => activations.map(({ placeId }) => placeId));
  const counted = {
    ...PLACES_BEFORE,
    values: [column(refusing, 'organizationId'), column(refusing, 'id'), arrayOf('uuid', places)],
  };
  const unseen = over.flatMap((key) => (releaseAt(key) ? key.activations : []));
  const profiles = ACTIVATIONS_BY_ID.withProfile.of(unseen.map(({ organizationId, id }) => ({ organizationId, id })));
  const [rows, ...read] = (await transaction.read([counted, ...profiles])) as [PlaceRow[], ...LoadedActivationRow[][]];
  for (const row of read.flat())
    loadActivation(
      over.find(({ id }) => id === row.licenseKeyId)!,
      row,
    );
  for (const key of over)
    key.loadedWith({
      placesBefore: new Map(rows.flatMap(({ keyId, place, before }) => (keyId === key.id ? [[place, before]] : []))),
    });
}

const column = (keys: readonly PresentedLicenseKey[], name: 'organizationId' | 'id'): unknown =>
  arrayOf(
    'uuid',
    keys.map((key) => key[name]),
  );

const DUE = `select organization_id as "organizationId", id from licensing.license_keys
    where release_at is not null and release_at <= $2::timestamptz`;

/** Keys of which devices are due to be released, the earliest first. The index `license_keys_by_release` has the condition. */
export const dueReleases = (most: number, at: Date, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'over-limit-due-releases', text: `${DUE} order by release_at limit $1`, values: [most, at] }
    : {
        name: 'over-limit-due-releases-of-organization',
        text: `${DUE} and organization_id = $3::uuid order by release_at limit $1`,
        values: [most, at, organizationId],
      };

/** An activation of each device of a key, those that were seen longest ago first, as the domain says when that was. */
export const unseenDevices = (organizationId: string, id: string): BatchStatement => ({
  name: 'over-limit-longest-unseen',
  text: `select (array_agg(a.id order by a.created_at, a.id))[1] as id from licensing.activations a
    left join licensing.leases l on l.organization_id = a.organization_id and l.activation_id = a.id
    where a.organization_id = $1::uuid and a.license_key_id = $2::uuid and a.deactivated_at is null
    group by ${placeOfActivation('a')}
    order by max(greatest(a.created_at, a.last_heartbeat_at, (a.device_profile ->> 'lastSeenAt')::timestamptz, l.issued_at)), 1
    limit $3`,
  values: [organizationId, id, MOST_RELEASED],
});
