import { join } from 'node:path';
import { Config } from '#platform/config';
import type * as Client from '../../packages/client/src/index.ts';
import { hasLastRelease, LAST_RELEASE, sourcesOfLastRelease } from '../support/last-release.ts';
import { openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

if (!hasLastRelease()) {
  process.stderr.write(`Left out: the client of the last release, because the commit ${LAST_RELEASE} is not there.\n`);
}

const OFFLINE = { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 5 };
const withHistory = hasLastRelease() ? describe : describe.skip;

withHistory('with the history of the repository', () => {
  test('applications with the client of the last release go on: they verify what they do not ask to be named', async () => {
    const fixture = await openLicenseFixture();
    const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { offline: OFFLINE });
    const key = await fixture.key({ benefit_id: benefit.id, limit_activations: 5, limit_usage: 5 });
    const { organization_id: organizationId } = key;
    await fixture.api.app.listen(0, '127.0.0.1');
    const lease = { key: key.key, organization_id: organizationId, label: 'first' };
    await fixture.anonymous('POST', '/v1/customer-portal/license-keys/lease', lease);
    const { body } = await fixture.anonymous('GET', `/.well-known/latchkey/${organizationId}/jwks.json`);
    const file = join(sourcesOfLastRelease(), 'packages/client/src/index.ts');
    const { LicenseClient, MemoryStorage } = (await import(file)) as typeof Client;
    const client = new LicenseClient({
      url: await fixture.api.app.getUrl(),
      issuer: fixture.api.app.get(Config).baseUrl,
      organizationId,
      rootKey: body.root.x,
      storage: new MemoryStorage(),
    });
    const outcomes = [
      await client.activate(key.key, { label: 'laptop' }),
      await client.validate({ incrementUsage: 2 }),
      await client.lease(),
      await client.checkStatus(),
    ].map(({ outcome }) => outcome);
    expect([outcomes, (await client.check()).usable]).toEqual([['ok', 'ok', 'ok', 'ok'], true]);
    expect((await fixture.read(key)).usage).toBe(2);
    await fixture.close();
  });
});
