import { runBatch } from './batch.ts';

const RUNS = 5000;

test(`${RUNS} requests with valid, almost valid and hostile input get documented responses, and refusals change nothing`, async () => {
  let succeeded = 0;
  for await (const { accepted, findings, errors } of runBatch({ seed: 1, runs: RUNS, only: '' })) {
    expect({ findings, errors }).toEqual({ findings: [], errors: [] });
    succeeded += accepted;
  }
  // Requests that are all refused would show nothing.
  expect(succeeded).toBeGreaterThan(RUNS / 10);
}, 600_000);
