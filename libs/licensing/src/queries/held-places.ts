import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { isLivePlace, placeOfLease, placeUntil } from '../adapters/persistence/sql/taken-slots.ts';
import type { LicenseKeyWithActivationsView } from './license-key.view.ts';

type HeldPlaces = Pick<LicenseKeyWithActivationsView, 'held_places'>;

const MOST = 100;
const HELD_UNTIL = sql.raw<Date>(placeUntil('l'));
const PLACE = sql.raw<string>(placeOfLease('l'));
const IS_LIVE = sql.raw<boolean>(isLivePlace(placeOfLease('l'), 'l.organization_id', 'l.license_key_id'));

/** The places of a key that leases of deactivated devices hold, each with its last lease. A device that is active again needs none. */
export async function heldPlacesOf(
  em: EntityManager,
  { organization_id, id }: { readonly organization_id: string; readonly id: string },
  now: Date,
): Promise<HeldPlaces> {
  const held = readDb<LicensingTables>(em)
    .selectFrom('licensing.leases as l')
    .innerJoin('licensing.activations as a', (join) =>
      join.onRef('a.organization_id', '=', 'l.organization_id').onRef('a.id', '=', 'l.activation_id'),
    )
    .select(['a.id as activation_id', 'a.label', HELD_UNTIL.as('held_until')])
    .select(sql<Date>`a.deactivated_at`.as('deactivated_at'))
    .distinctOn(PLACE)
    .where('l.organization_id', '=', organization_id)
    .where('l.license_key_id', '=', id)
    .where('l.ended_at', 'is not', null)
    .where('l.returned_at', 'is', null)
    .where('a.deactivated_at', 'is not', null)
    .where(HELD_UNTIL, '>', now)
    .where(sql<boolean>`not ${IS_LIVE}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('licensing.activations as again')
            .select('again.id')
            .where('again.organization_id', '=', organization_id)
            .where('again.license_key_id', '=', id)
            .where('again.deactivated_at', 'is', null)
            .whereRef('again.device', '=', 'a.device'),
        ),
      ),
    )
    .orderBy(PLACE)
    .orderBy('held_until', 'desc');
  const rows = await readDb<LicensingTables>(em)
    .selectFrom(held.as('places'))
    .selectAll()
    .orderBy('held_until')
    .orderBy('activation_id')
    .limit(MOST)
    .execute();
  return rows.length === 0 ? {} : { held_places: rows };
}
