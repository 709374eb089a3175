import { Config } from '#platform/config';
import fc from 'fast-check';
import { LicenseClient, MemoryStorage } from '../../packages/client/src/index.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

const LIMIT = 20;
const OFFLINE = { leaseSeconds: 24 * 3600, graceSeconds: 3600, maxOfflineDevices: 5 };

let fixture: LicenseFixture;
let url: string;
let rootKey: string;
let benefitId: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  url = await fixture.api.app.getUrl();
  const organizationId = fixture.ours.organization.id;
  const policy = { counters: { exports: { limit: LIMIT } } };
  const activations = { limit: 5, enableCustomerAdmin: false };
  benefitId = (await seedBenefit(fixture.api, organizationId, { offline: OFFLINE, activations, policy })).id;
  const { key } = await fixture.key({ benefit_id: benefitId });
  const body = { key, organization_id: organizationId, label: 'first' };
  await fixture.anonymous('POST', '/v1/customer-portal/license-keys/lease', body);
  rootKey = (await fixture.anonymous('GET', `/.well-known/latchkey/${organizationId}/jwks.json`)).body.root.x;
});
afterAll(() => fixture.close());

/** An application whose requests get no answer, so many of them: the service has carried them out. */
function application() {
  const storage = new MemoryStorage();
  const network = { lost: 0 };
  const open = (): LicenseClient =>
    new LicenseClient({
      url,
      issuer: fixture.api.app.get(Config).baseUrl,
      organizationId: fixture.ours.organization.id,
      rootKey,
      storage,
      attempts: 2,
      sleep: async () => {},
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (network.lost === 0) return response;
        network.lost -= 1;
        throw new TypeError('fetch failed');
      },
    });
  return { network, open };
}

const device = fc.constantFrom(0, 1, 2);
const units = fc.integer({ min: 1, max: 6 });
const steps = fc.oneof(
  fc.record({ does: fc.constant('uses' as const), device, units }),
  fc.record({ does: fc.constant('increments' as const), device, units }),
  fc.record({
    does: fc.constant('renews' as const),
    device,
    units: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
    lost: fc.integer({ min: 0, max: 3 }),
  }),
);

test('never is more used than granted, and what was used is counted once, whatever devices do and whatever answers get lost', async () => {
  const totals = { used: 0, refused: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 25 }), async (all) => {
      const key = await fixture.key({ benefit_id: benefitId });
      const counted = async (): Promise<number> => (await fixture.read(key)).counters.exports.used;
      const devices = [application(), application(), application()];
      for (const each of devices) {
        expect(await each.open().activate(key.key, { label: 'pc' })).toMatchObject({ outcome: 'ok' });
      }
      let used = 0;
      for (const step of all) {
        const { open, network } = devices[step.device]!;
        if (step.does === 'renews') {
          network.lost = step.lost;
          const renewed = await open().lease(
            step.units === undefined ? {} : { units: step.units ? { exports: step.units } : {} },
          );
          if (renewed.outcome === 'unavailable') totals.lost++;
          network.lost = 0;
        } else {
          const client = open();
          const { outcome } = await (step.does === 'uses'
            ? client.use('exports', step.units)
            : client.increment('exports', step.units));
          if (outcome === 'ok') used += step.units;
          else totals.refused++;
        }
        expect(used).toBeLessThanOrEqual(LIMIT);
        expect(await counted()).toBeGreaterThanOrEqual(used);
      }
      for (const { open } of devices) await open().lease({ units: {} });
      expect(await counted()).toBe(used);
      totals.used += used;
    }),
    { numRuns: 10, seed: 80 },
  );
  expect(Math.min(totals.used, totals.refused, totals.lost)).toBeGreaterThan(5);
});
