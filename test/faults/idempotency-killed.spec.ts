import pg from 'pg';
import { startApi } from '../support/api.ts';
import { type ApiProcess, startApiProcess } from '../support/processes.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization } from '../support/seed.ts';

import.meta.jest.setTimeout(240_000);

const LANES = 8;
const PER_LANE = 25;
const VALIDATE = '/v1/customer-portal/license-keys/validate';

test('after a process is killed, every request can be repeated in another one, and counts once', async () => {
  const api = await startApi();
  const database = new pg.Pool({ connectionString: api.databaseUrl, max: 1 });
  const seller = await seedOrganization(api);
  const { id, key, organization_id } = await seedLicenseKey(api, seller, { limit_usage: 10_000 });
  const [victim, other] = await Promise.all([startApiProcess(api.databaseUrl), startApiProcess(api.databaseUrl)]);
  const send = async (to: ApiProcess, n: number): Promise<{ status: number; text: string } | null> => {
    try {
      const answer = await fetch(to.url + VALIDATE, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `request ${n}` },
        body: JSON.stringify({ key, organization_id, increment_usage: 1 }),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  };
  const usage = async (): Promise<number> =>
    (await database.query('select usage from licensing.license_keys where id = $1', [id])).rows[0].usage;
  const answers = new Map<number, Awaited<ReturnType<typeof send>>>();
  let killed: Promise<void> | undefined;
  const lane = async (first: number): Promise<void> => {
    for (let n = first; n < LANES * PER_LANE; n += LANES) {
      answers.set(n, await send(victim, n));
      if (answers.size > LANES * 4) killed ??= victim.end('SIGKILL');
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
    await killed;
    const acknowledged = [...answers].filter(([, answer]) => answer?.status === 200);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect([...answers.values()].filter((answer) => answer === null).length).toBeGreaterThan(0);
    expect(await usage()).toBeGreaterThanOrEqual(acknowledged.length);

    for (let n = 0; n < LANES * PER_LANE; n++) {
      const again = await send(other, n);
      expect(again?.status).toBe(200);
      expect(again?.text).toBe((answers.get(n) ?? again)?.text);
    }
    expect(await usage()).toBe(LANES * PER_LANE);
  } finally {
    await Promise.all([victim.end('SIGKILL'), other.end('SIGKILL')]);
    await database.end();
    await api.close();
  }
});
