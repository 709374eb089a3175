import { sql } from 'kysely';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import type { ListedActivationView } from './license-key.view.ts';
import { toDeviceView } from './to-device-view.ts';

/** Another activation that shares the place of one. It is JSON: the time is a text. */
export interface SharingRow {
  readonly id: string;
  readonly label: string;
  readonly created_at: string;
  readonly device_profile: LicensingTables['licensing.activations']['device_profile'];
}

/** Whether an activation stands for the place of its device: it is the oldest live one. */
export const STANDS_FOR_PLACE = sql<boolean>`(activations.place_id is null or not (
  exists (select from licensing.activations first
    where first.organization_id = activations.organization_id and first.id = activations.place_id and first.deactivated_at is null)
  or exists (select from licensing.activations older
    where older.organization_id = activations.organization_id and older.license_key_id = activations.license_key_id
      and older.place_id = activations.place_id and older.deactivated_at is null
      and (older.created_at, older.id) < (activations.created_at, activations.id))))`;

/** The other live activations of the place. */
export const SHARING = sql<readonly SharingRow[] | null>`(
  select json_agg(json_build_object('id', s.id, 'label', s.label, 'created_at', s.created_at, 'device_profile', s.device_profile)
      order by s.created_at, s.id)
    from licensing.activations s
    where s.organization_id = activations.organization_id and s.license_key_id = activations.license_key_id
      and s.deactivated_at is null and s.place_id = coalesce(activations.place_id, activations.id) and s.id <> activations.id)`;

type Own = Pick<ListedActivationView, 'id' | 'label' | 'created_at' | 'device'>;

/** All installations of the device, if they are several. */
export const installationsIn = (
  { id, label, created_at, device }: Own,
  sharing: readonly SharingRow[] | null | undefined,
): Pick<ListedActivationView, 'installations'> =>
  sharing ? { installations: [{ id, label, created_at, ...(device ? { device } : {}) }, ...sharing.map(toInstallation)] } : {};

const toInstallation = ({ created_at, device_profile, ...row }: SharingRow) => ({
  ...row,
  created_at: new Date(created_at),
  ...(device_profile ? { device: toDeviceView(device_profile) } : {}),
});
