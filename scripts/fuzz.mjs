import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const USAGE = `npm run fuzz -- [--runs N] [--seed S] [--only TEXT]

Sends N requests (default 5000) made from the OpenAPI document to every operation of an API with a database of its own: valid, almost valid
and hostile ones. Reports responses of 5xx, requests without a response, responses that differ from the document, and refused requests that
changed something. The same seed makes the same kinds of requests. With --only, to operations such as "POST /v1/benefits/" that
contain the text.`;

const given = { type: 'string' };
const { values } = parseArgs({ options: { runs: given, seed: given, only: given, help: { type: 'boolean' } } });
const { runs = '5000', seed = String(randomInt(2 ** 31)), only = '', help = false } = values;
const isCount = (text) => /^[1-9]\d{0,8}$/.test(text);

if (help || !isCount(runs) || !/^\d{1,10}$/.test(seed)) {
  console.log(USAGE);
  process.exit(help ? 0 : 2);
}
const env = { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed, FUZZ_ONLY: only };
const { status } = spawnSync('npm', ['test', '--silent', '--', 'test/fuzz'], { env, stdio: 'inherit' });
process.exit(status ?? 1);
