import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SECRET_KEY, startApi } from '../support/api.ts';
import { latchkeyProgram } from '../support/processes.ts';
import { seedOrganization } from '../support/seed.ts';

/** Starts processes on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const api = await startApi();
await api.app.listen(0, '127.0.0.1');
const { port } = api.app.getHttpServer().address() as AddressInfo;
const { oat } = await seedOrganization(api);
afterAll(() => api.close());

interface Covered {
  readonly result: readonly { readonly url: string }[];
}

/**
 * How many bytes of code a command loads, on which its time depends most, and which every machine counts alike: an import that brings a framework
 * into all commands is found here. `npm run bench -- --only start` has the time.
 */
async function loadedBytes(args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-loaded-'));
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
    LATCHKEY_TOKEN: oat,
    BASE_URL: `http://127.0.0.1:${port}`,
    NODE_V8_COVERAGE: folder,
  };
  try {
    await promisify(execFile)(process.execPath, [...latchkeyProgram(), ...args], { env });
    const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Covered);
    const urls = new Set(reports.flatMap(({ result }) => result.map(({ url }) => url)).filter((url) => url.startsWith('file:')));
    return [...urls].reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  [['--version'], 1_500],
  [['--help'], 1_500],
  [['customers', '--help'], 3_200],
  [['customers', 'list', '--json'], 3_200],
  [['keys', 'list'], 3_200],
  [['users', 'list'], 12_600],
])('%j loads at most so many kilobytes: %i', async (args, most) => {
  expect(await loadedBytes(args)).toBeLessThan(most * 1_000);
});
