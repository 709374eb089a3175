import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { ormOptions, pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, anInstallation, NOW } from './license-key.builder.ts';

let orm: MikroORM;
let keys: PgLicenseKeys;
let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  orm = await MikroORM.init(ormOptions(database.url, [licensingTables]));
  keys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
  pool = await pgPool(orm.em);
});
afterAll(async () => {
  await orm.close(true);
  await drop();
});

/** What the last release writes when activations end, in one transaction; of those whose leases are held, it leaves the count. */
async function endByLastRelease(ids: readonly string[], isCounted = true): Promise<void> {
  const end = 'update licensing.activations set deactivated_at = now() where id = any($1) and deactivated_at is null';
  const counted = `with ended as (${end} returning organization_id, license_key_id)
    update licensing.license_keys k set activation_count = k.activation_count - c.number
      from (select organization_id, license_key_id, count(*)::int as number from ended group by 1, 2) c
      where k.organization_id = c.organization_id and k.id = c.license_key_id`;
  await pool.query(isCounted ? counted : end, [ids]);
}

async function keyOn(
  devices: readonly (readonly [device: string, installation: string])[],
  builder = aLicenseKey().limitedTo(5),
) {
  const key = builder.newUnsaved();
  await keys.addAll([key]);
  const ids: string[] = [];
  for (const [device, installation] of devices) {
    const which = { organizationId: key.organizationId, key: key.snapshot.key, at: NOW, device, to: 'lease' } as const;
    ids.push(await keys.changePresented(which, (found) => found.activate(anInstallation({ device, installation }), NOW).id));
  }
  return { key, ids };
}
const countOf = ({ id, organizationId }: LicenseKey) =>
  keys.change({ id, within: [organizationId] }, ({ activationCount }) => activationCount);

const SHARED = [
  ['laptop', 'jane'],
  ['laptop', 'joe'],
  ['laptop', 'jim'],
  ['desktop', 'jane'],
] as const;

test('a place stays counted until the last of its installations ends, whichever they are', async () => {
  const { key, ids } = await keyOn(SHARED);
  expect(await countOf(key)).toBe(2);
  const counts: number[] = [];
  for (const id of [ids[0]!, ids[2]!, ids[1]!, ids[3]!]) {
    await endByLastRelease([id]);
    counts.push(await countOf(key));
  }
  expect(counts).toEqual([2, 2, 1, 0]);
});

test('several installations that end at once are one place', async () => {
  const { key, ids } = await keyOn(SHARED);
  await endByLastRelease(ids.slice(1, 3));
  expect(await countOf(key)).toBe(2);
  await endByLastRelease([ids[0]!, ids[3]!]);
  expect(await countOf(key)).toBe(0);
  const spare = await keyOn([...SHARED, ['tablet', 'jane'], ['phone', 'jane']]);
  await endByLastRelease(spare.ids.slice(0, 4));
  expect(await countOf(spare.key)).toBe(2);
  // Fewer than none is refused: the last release then writes one change after the other.
  const together = await keyOn(SHARED);
  await expect(endByLastRelease(together.ids)).rejects.toThrow('license_keys_activation_count_check');
  expect(await countOf(together.key)).toBe(2);
});

test('what this release ends is counted once', async () => {
  const { key, ids } = await keyOn(SHARED);
  const counts: number[] = [];
  for (const activationId of ids) {
    const which = { id: key.id, within: [key.organizationId], activationId, to: 'deactivate' } as const;
    counts.push(
      await keys.change(which, (found) => {
        found.deactivate(activationId, NOW);
        return found.activationCount;
      }),
    );
  }
  expect([counts, await countOf(key)]).toEqual([[2, 2, 1, 0], 0]);
});

test('an installation whose lease is held takes nothing from the count, and its slot is no other place', async () => {
  const { key, ids } = await keyOn(SHARED.slice(0, 2));
  const lease = (held: string) =>
    pool.query(
      `insert into licensing.leases (organization_id, activation_id, license_key_id, place_id, status_index, id, issued_at, expires_at, held_until,
        ended_at, holds_slot) values ($1, $2, $3, null, 1, gen_random_uuid(), now(), now(), now() + $4::interval, now(), true)
        on conflict (organization_id, activation_id) do update set held_until = excluded.held_until`,
      [key.organizationId, ids[0], key.id, held],
    );
  await lease('1 hour');
  await endByLastRelease([ids[0]!], false);
  expect(await countOf(key)).toBe(1);
  await lease('-1 hour');
  const which = { id: key.id, within: [key.organizationId], activationId: ids[1]!, to: 'deactivate' } as const;
  const taken = () => keys.change(which, (found) => found.takenSlots);
  expect(await taken()).toBe(1);
  await keys.change(which, (found) => found.deactivate(ids[1]!, NOW));
  expect([await countOf(key), await taken()]).toEqual([0, 0]);
});
