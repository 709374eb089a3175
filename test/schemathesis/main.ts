import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { seedUserSession } from '../support/seed-user.ts';
import { OwnPostgres } from '../support/own-postgres.ts';

const FOLDER = import.meta.dirname;
const PROGRAMS = join(FOLDER, '.venv/bin');
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * A run of about 2,000 requests. Requests follow from what was answered before, so that not every run finds the same: what only concerns the
 * document is left to longer ones.
 */
const BOUNDED = '--phases examples,fuzzing,stateful --max-examples 2 --no-shrink --exclude-checks described_refusals'.split(' ');
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Runs a program to its end, with its output to ours. */
async function run(program: string, args: readonly string[], cwd = FOLDER, env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', cwd, env: { ...process.env, ...env } });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}

async function provideSchemathesis(): Promise<void> {
  const requirements = join(FOLDER, 'requirements.txt');
  if (existsSync(join(PROGRAMS, 'st'))) return;
  const failed =
    (await run('python3', ['-m', 'venv', join(FOLDER, '.venv')])) ||
    (await run(join(PROGRAMS, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--requirement', requirements]));
  if (failed) throw new Error('Schemathesis cannot be installed: python3-venv is missing, or PyPI cannot be reached.');
}

/**
 * Runs Schemathesis against an API with a database of its own, and ends with its exit status. Arguments are those of `st run`; without any,
 * the run is bounded.
 */
await provideSchemathesis();
await using postgres = await OwnPostgres.start(NOT_DURABLE);
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE: 'schemathesis_template' });
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ...NO_KEY_LIMITS });
const folder = mkdtempSync(join(tmpdir(), 'latchkey-schemathesis-'));
try {
  const { seller, sessions, ...fixtures } = await seedFixtures(api);
  const userSession = await seedUserSession(api, seller.user.id);
  const { document, operations } = Contract.of(api);
  // On a busy machine any request may be too late.
  const late = { description: 'The request was not answered in time.' };
  for (const { responses } of operations.values()) Object.assign(responses, { 503: responses['503'] ?? late });
  await api.app.listen(0, '127.0.0.1');
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const ids = [...new Set(Object.values(fixtures).filter((value) => typeof value === 'string' && ID.test(value)))];
  const known = JSON.stringify({ ids, tokens: { oat: seller.oat, ...sessions, pat: seller.pat, user_session: userSession } });
  const config = ['--config-file', join(FOLDER, 'schemathesis.toml')];
  const given = process.argv.slice(2);
  const args = ['run', file, '--url', `http://127.0.0.1:${port}`, ...(given.length > 0 ? given : BOUNDED)];
  // It keeps what it found beside, and would send that first the next time.
  process.exitCode = await run(join(PROGRAMS, 'st'), [...config, ...args], folder, {
    KNOWN: known,
    SCHEMATHESIS_HOOKS: join(FOLDER, 'hooks.py'),
  });
} finally {
  await api.close();
  rmSync(folder, { recursive: true });
}
