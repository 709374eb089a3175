import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/processes.ts';
import { newDataFolder, removeDataFolder, Standalone } from '../support/standalone.ts';

/** Beside the project, where it is: requests that were sent to the reference's own server, its answers, and what asks a service the same. */
const REPLAY = join(ROOT, '../shared/reference/replay.mjs');
const DECISION = 'docs/decisions/0073-answers-of-the-reference.md';

/** The differences that `DECISION` gives a reason for, as the replay prints them. */
const DECIDED: Readonly<Record<string, string>> = {
  'misc: patch key bad': '.detail: 3 items instead of 2',
  'AGAIN 2026-10': '.customer.billing_address.country: "RU" instead of "DE"',
};

import.meta.jest.setTimeout(240_000);

/** What the replay prints: a line for each difference, by the name of the request, and how many there are. */
interface Replay {
  readonly differences: Readonly<Record<string, string>>;
  readonly end: string;
}

async function replay(): Promise<Replay> {
  const folder = newDataFolder();
  try {
    await using service = Standalone.start(folder);
    const env = { ...process.env, BASE: await service.ready(), DEMO: join(folder, 'demo.json') };
    const { stdout, stderr } = spawnSync(process.execPath, [REPLAY], { env, encoding: 'utf8' });
    const lines = stdout.trim().split('\n');
    const end = lines.pop()! + stderr;
    return { end, differences: Object.fromEntries(lines.map((line) => line.split(/: (?=\.|status )/))) as Replay['differences'] };
  } finally {
    removeDataFolder(folder);
  }
}

const decided = { end: '426 of 428 as the reference answers', differences: DECIDED };

test('every difference that is decided is named on the page with the reasons', () => {
  const page = readFileSync(join(ROOT, DECISION), 'utf8');
  for (const name of Object.keys(DECIDED)) expect(page).toContain(`\`${name}\``);
});

test('requests are answered as the reference answers them, unless it is decided otherwise', async () => {
  expect(existsSync(REPLAY) ? await replay() : decided).toEqual(decided);
});
