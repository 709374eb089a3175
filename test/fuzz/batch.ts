import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { CommandBus } from '@nestjs/cqrs';
import { IssueOAuthToken } from '#oauth';
import { scopesOfTools } from '../../apps/api/mcp/respond.ts';
import { Contract } from '../support/contract.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { assertNoSecretsIn, takeLog } from '../support/logged-secrets.ts';
import { ISSUER, openIdOf } from '../support/openid.ts';
import { FuzzedDatabase } from './fuzzed-database.ts';
import { APPLICATIONS } from './fuzzed-openid.ts';
import { type Finding, Fuzzer } from './fuzzer.ts';
import { type Existing, FuzzedRequests } from './fuzzed-requests.ts';
import { type OpenIdFixtures, seedOpenId } from './openid-fixtures.ts';

/** After so many requests, what they changed is undone: requests delete and revoke what others are about. */
const CHUNK = 500;
/** Codes and other fixtures are valid for ten minutes. */
const RENEW_MS = 4 * 60_000;
const MANY = '1000000';
const NO_LIMITS = {
  ...NO_SIGN_IN_LIMITS,
  ...NO_KEY_LIMITS,
  MAIL_PER_ADDRESS_PER_HOUR: MANY,
  MAIL_PER_ADDRESS_PER_DAY: MANY,
  MAIL_PER_CUSTOMER_PER_HOUR: MANY,
  MAIL_PER_CUSTOMER_PER_DAY: MANY,
  MAIL_PER_ORGANIZATION_PER_HOUR: MANY,
  MAIL_PER_ORGANIZATION_PER_DAY: MANY,
};

export interface Batch {
  readonly seed: number;
  readonly runs: number;
  /** Only operations that contain this. */
  readonly only: string;
}

export interface Progress {
  readonly sent: number;
  /** The number of requests that succeeded. */
  readonly accepted: number;
  readonly findings: readonly Finding[];
  /** What the service has logged as an error meanwhile, if there are findings. */
  readonly errors: readonly string[];
}

/** Sends requests to an API of its own. Before each chunk, its database and its files are as they were before the first one. */
export async function* runBatch({ seed, runs, only }: Batch): AsyncGenerator<Progress> {
  const api = await startApi({ ...NO_LIMITS, BASE_URL: ISSUER });
  const contract = Contract.of(api);
  const requests = new FuzzedRequests(contract.document, only);
  await api.app.listen(0, '127.0.0.1');
  const openid = openIdOf(api);
  const database = await FuzzedDatabase.at(api.databaseUrl);
  const fuzzer = new Fuzzer({ port: openid.port, changes: () => database.changes() }, contract);
  const files = mkdtempSync(join(tmpdir(), 'latchkey-fuzz-'));
  try {
    let existing: Existing | undefined;
    let seededAt = 0;
    for (let sent = 0; sent < runs; sent += CHUNK) {
      await database.restore();
      cpSync(files, api.dataFolder, { recursive: true });
      if (!existing || performance.now() - seededAt > RENEW_MS) {
        seededAt = performance.now();
        const [ours, theirs] = [await seedFixtures(api), await seedFixtures(api, ['portal'])];
        const applications: OpenIdFixtures[] = [];
        while (applications.length < APPLICATIONS) applications.push(await seedOpenId(openid, ours.seller));
        existing = { ours, theirs, openid: applications, mcpToken: await mcpTokenOf(api, ours) };
        await database.keep();
        cpSync(api.dataFolder, files, { recursive: true });
      }
      const count = Math.min(CHUNK, runs - sent);
      const { accepted } = fuzzer;
      await fuzzer.run(requests.make(existing, seed + sent, count));
      const log = takeLog().map((line) => JSON.stringify(line));
      assertNoSecretsIn(log.join('\n'));
      const findings = fuzzer.findings.splice(0);
      const errors = findings.length === 0 ? [] : log.filter((line) => line.startsWith('{"level":"error"'));
      yield { sent: count, accepted: fuzzer.accepted - accepted, findings, errors };
    }
  } finally {
    await fuzzer.close();
    await database.close();
    await api.close();
    rmSync(files, { recursive: true });
  }
}

/** As an application for models has it that may use every tool in this organization. */
const mcpTokenOf = ({ app }: TestApi, { seller, organization_id }: SeededFixtures): Promise<string> =>
  app.get(CommandBus).execute(
    new IssueOAuthToken({
      clientId: 'fuzz',
      userId: seller.user.id,
      scopes: scopesOfTools(),
      organizationIds: [organization_id],
      lifetimeMs: 3_600_000,
      isForMcp: true,
    }),
  );
