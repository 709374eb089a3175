import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { anyOf, inTransaction } from '#engine/persistence';
import { toSnakeCase } from '#support/texts';
import { ERASED } from '../../domain/activations/activation-state.ts';
import type { LicensingTables } from './license-key.mapping.ts';
import { fieldsIn } from '../../domain/keys/license-key-fields.ts';

const { deviceProfile: device_profile, ...REST } = ERASED;
/** What remains of the activations of a customer that was anonymized. */
const ERASED_COLUMNS = { ...REST, device_profile };

const REMARKS = [...fieldsIn('remark'), ...fieldsIn('erased')];
/** What a seller wrote about a key, and of the devices on which it may be used, is gone. */
const NO_REMARKS = Object.fromEntries(REMARKS.map((name) => [toSnakeCase(name), null]));
/** Whether a key has something of that. */
const HAS_REMARKS = sql.raw<boolean>(`(${REMARKS.map((name) => `${toSnakeCase(name)} is not null`).join(' or ')})`);

const BATCH = 1000;

/** Locks the keys, and so waits for activations that began before the deletion of the customer was recorded. */
export function eraseSomeActivations(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<number> {
  return inTransaction(em, 'Activation', async (transaction) => {
    const db = transaction.getKysely<LicensingTables>();
    await db
      .selectFrom('licensing.license_keys')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where(anyOf('id', ids))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    await db
      .updateTable('licensing.license_keys')
      .set(NO_REMARKS)
      .where('organization_id', '=', organizationId)
      .where(anyOf('id', ids))
      .where(HAS_REMARKS)
      .execute();
    await db
      .updateTable('licensing.leases')
      .set({ place_end_reason: null })
      .where('organization_id', '=', organizationId)
      .where(anyOf('license_key_id', ids))
      .where('place_end_reason', 'is not', null)
      .execute();
    await db
      .deleteFrom('licensing.trial_components')
      .where('organization_id', '=', organizationId)
      .where(anyOf('license_key_id', ids))
      .execute();
    await db
      .deleteFrom('licensing.license_key_tags')
      .where('organization_id', '=', organizationId)
      .where(anyOf('license_key_id', ids))
      .execute();
    const remaining = db
      .selectFrom('licensing.activations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where(anyOf('license_key_id', ids))
      .where(
        sql<boolean>`((label, conditions, meta) <> (${ERASED.label}, '{}', '{}') or device is not null or installation is not null or device_profile is not null)`,
      )
      .limit(BATCH);
    const erased = await db
      .updateTable('licensing.activations')
      .set(ERASED_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('id', 'in', remaining)
      .executeTakeFirst();
    const some = db
      .selectFrom('licensing.key_increments')
      .select(['license_key_id', 'position'])
      .where('organization_id', '=', organizationId)
      .where(anyOf('license_key_id', ids))
      .limit(BATCH);
    const increments = await db
      .deleteFrom('licensing.key_increments')
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`(license_key_id, position) in (${some})`)
      .executeTakeFirst();
    return Number(erased.numUpdatedRows + increments.numDeletedRows);
  });
}
