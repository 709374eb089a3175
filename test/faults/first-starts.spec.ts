import { EntityManager } from '@mikro-orm/postgresql';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '#platform/config';
import type { FirstStart, Started } from '../support/first-start.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { ROOT } from '../support/processes.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

const PAIRS = 1_000;
const SLOWEST_MS = 300_000;
const LOADER = ['--conditions=source', '--import', join(ROOT, 'scripts/typescript-loader.mjs')];
/** A file system in memory, if there is one: what is tested are names of files, not the disk. */
const FOLDERS = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'latchkey-first-starts-'));

let fixture: LicenseFixture;
let benefit: { readonly id: string };
let processes: readonly ChildProcess[] = [];
beforeAll(async () => {
  fixture = await openLicenseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  const { id } = fixture.ours.organization;
  const offline = { leaseSeconds: 3600, graceSeconds: 60, maxOfflineDevices: 1 };
  benefit = await seedBenefit(fixture.api, id, { offline });
  // The keys that sign are made for the first lease.
  const { key } = await fixture.key({ benefit_id: (await seedBenefit(fixture.api, id, { offline })).id, limit_activations: 1 });
  await fixture.anonymous('POST', '/v1/customer-portal/license-keys/lease', { key, organization_id: id, label: 'first' });
  const { body } = await fixture.anonymous('GET', `/.well-known/latchkey/${id}/jwks.json`);
  const service = [await fixture.api.app.getUrl(), fixture.api.app.get(Config).baseUrl, id, body.root.x];
  const start = (): ChildProcess => fork(join(ROOT, 'test/support/first-start.ts'), service, { execArgv: LOADER, cwd: ROOT });
  processes = [start(), start()];
});
afterAll(async () => {
  for (const child of processes) child.kill();
  rmSync(FOLDERS, { recursive: true, force: true });
  await fixture.close();
});

/** Sends both processes a message, and waits for the answers of both. */
const both = <T>(message: FirstStart | 'go'): Promise<readonly T[]> =>
  Promise.all(
    processes.map(async (child) => {
      const answer = once(child, 'message');
      child.send(message);
      return ((await answer) as [T])[0];
    }),
  );

test(
  `${PAIRS} times two processes start for the first time at the same moment: one device, one slot, one lease`,
  async () => {
    const wrong: unknown[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const { key } = await fixture.key({ benefit_id: benefit.id, limit_activations: 2 });
      await both<'ready'>({ folder: join(FOLDERS, String(pair)), key });
      const [first, second] = await both<Started>('go');
      const isOne = first!.activation === second!.activation && first!.device === second!.device;
      if (!isOne || first!.lease !== 'ok' || second!.lease !== 'ok') wrong.push({ pair, first, second });
    }
    expect(wrong).toEqual([]);
    // A second slot was free: nothing but the shared ID kept the devices apart.
    const counted = await fixture.api.app
      .get(EntityManager)
      .fork()
      .execute(
        `select count(distinct a.id)::int as activations, count(distinct a.device)::int as devices, count(distinct l.activation_id)::int as leases
     from licensing.license_keys k join licensing.activations a on a.license_key_id = k.id
     left join licensing.leases l on l.license_key_id = k.id where k.benefit_id = ?`,
        [benefit.id],
      );
    expect(counted).toEqual([{ activations: PAIRS, devices: PAIRS, leases: PAIRS }]);
  },
  SLOWEST_MS,
);
