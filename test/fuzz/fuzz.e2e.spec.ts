import fc from 'fast-check';
import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { Fuzzer } from './fuzzer.ts';
import { fuzzedRequests } from './fuzzed-requests.ts';

/** `npm run fuzz -- --runs N --seed S --only TEXT` sets these. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const ONLY = process.env['FUZZ_ONLY'] ?? '';
/** After so many requests, fixtures are made anew: requests delete and revoke them. */
const CHUNK = 250;
/** Findings are shown as soon as there are so many. */
const ENOUGH = 20;

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ...NO_KEY_LIMITS });
const contract = await Contract.of(api);
await api.app.listen(0, '127.0.0.1');
const fuzzer = new Fuzzer(api, contract);
afterAll(async () => {
  fuzzer.close();
  await api.close();
});

test(
  `${RUNS} requests with valid, almost valid and hostile input get documented responses, and refusals change nothing (seed ${SEED})`,
  async () => {
    for (let sent = 0; sent < RUNS && fuzzer.findings.length < ENOUGH; sent += CHUNK) {
      const [ours, theirs] = [await seedFixtures(api), await seedFixtures(api)];
      const requests = fuzzedRequests(contract.document, ours, theirs, ONLY);
      await fuzzer.run(fc.sample(requests, { seed: SEED + sent, numRuns: Math.min(CHUNK, RUNS - sent) }));
    }
    expect(fuzzer.findings).toEqual([]);
    // Requests that are all refused would show nothing.
    expect(fuzzer.accepted).toBeGreaterThan(RUNS / 10);
  },
  60_000 + RUNS * 100,
);
