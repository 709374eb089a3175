import { arrayOf, type BatchStatement, type PipelinedTransaction } from '#engine/persistence';
import { MOST_RELEASED } from '../../domain/keys/key-batches.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { refusesNewest, releaseAt } from '../../domain/policy/over-limit-policy.ts';
import { loadActivation } from './device-records.ts';
import type { LoadedActivationRow } from './license-key-records.ts';
import { ACTIVATIONS_BY_ID } from './license-key-statements.ts';
import { placeOfActivation } from './sql/taken-slots.ts';

/** The SQL for keys with more devices than are granted. */

/** For each place of those activations: how many places of its key have an activation that is older than all of its own. */
const PLACES_BEFORE = {
  name: 'over-limit-places-before',
  text: `select first.license_key_id as "keyId", first.place, (
      select count(distinct ${placeOfActivation('older')})::int from licensing.activations older
        where older.organization_id = first.organization_id and older.license_key_id = first.license_key_id
          and older.deactivated_at is null and (older.created_at, older.id) < (first.created_at, first.id)) as before
    from (
      select distinct on (a.organization_id, a.license_key_id, ${placeOfActivation('a')})
          a.organization_id, a.license_key_id, ${placeOfActivation('a')} as place, a.created_at, a.id
        from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, id, place)
        join licensing.activations a on a.organization_id = w.organization_id and a.license_key_id = w.id
          and a.deactivated_at is null and ${placeOfActivation('a')} = w.place
        order by a.organization_id, a.license_key_id, ${placeOfActivation('a')}, a.created_at, a.id
    ) first`,
};

interface PlaceRow {
  readonly keyId: string;
  readonly place: string;
  readonly before: number;
}

/**
 * Reads of the activations that were loaded which are beyond the limit, of keys that refuse the newest ones, and the profiles, of keys that
 * release those unseen for longest: few keys, and one more round trip.
 */
export async function readOverLimit(
  transaction: PipelinedTransaction,
  keys: ReadonlyMap<string, PresentedLicenseKey>,
): Promise<void> {
  const over = [...keys.values()].filter(({ policyState, activations }) => policyState?.overLimit && activations.length > 0);
  if (over.length === 0) return;
  const refusing = over.filter(refusesNewest);
  const unseen = over.flatMap((key) => (releaseAt(key) ? key.activations : []));
  const profiles = ACTIVATIONS_BY_ID.withProfile.of(unseen.map(({ organizationId, id }) => ({ organizationId, id })));
  const places = refusing.flatMap((key) => key.activations.map(({ placeId }) => [key.organizationId, key.id, placeId] as const));
  const column = (index: 0 | 1 | 2) =>
    arrayOf(
      'uuid',
      places.map((place) => place[index]),
    );
  const counted = { ...PLACES_BEFORE, values: [column(0), column(1), column(2)] };
  const [rows, ...read] = (await transaction.read([counted, ...profiles])) as [PlaceRow[], ...LoadedActivationRow[][]];
  for (const row of read.flat()) loadActivation(keys.get(row.licenseKeyId)!, row);
  for (const key of refusing)
    key.loadedWith({
      placesBefore: new Map(rows.flatMap(({ keyId, place, before }) => (keyId === key.id ? [[place, before]] : []))),
    });
}

/**
 * Keys of which devices are due to be released, the earliest first, with an activation of each device, those that were seen longest ago
 * first, as the domain says when that was. The index `license_keys_by_release` has the condition.
 */
const dueOf = (which: string): string => `select due.organization_id as "organizationId", due.id, array(
      select (array_agg(a.id order by a.created_at, a.id))[1] from licensing.activations a
        left join licensing.leases l on l.organization_id = a.organization_id and l.activation_id = a.id
        where a.organization_id = due.organization_id and a.license_key_id = due.id and a.deactivated_at is null
        group by ${placeOfActivation('a')}
        order by max(greatest(a.created_at, a.last_heartbeat_at, (a.device_profile ->> 'lastSeenAt')::timestamptz, l.issued_at)), 1
        limit ${MOST_RELEASED}) as "activationIds"
    from (
      select organization_id, id, release_at from licensing.license_keys
        where release_at is not null and release_at <= $2::timestamptz ${which} order by release_at limit $1
    ) due order by due.release_at`;

export const dueReleases = (most: number, at: Date, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'over-limit-due-releases', text: dueOf(''), values: [most, at] }
    : {
        name: 'over-limit-due-releases-of-organization',
        text: dueOf('and organization_id = $3::uuid'),
        values: [most, at, organizationId],
      };
