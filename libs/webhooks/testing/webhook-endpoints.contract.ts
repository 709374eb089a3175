import { newId, ResourceNotFound } from '#kernel';
import type { WebhookEndpoints } from '../src/domain/webhook-endpoints.ts';
import { anEndpoint, HOSTS, ORGANIZATION, OTHER_ORGANIZATION } from './webhook-endpoint.builder.ts';

export interface OpenedWebhookEndpoints {
  readonly endpoints: WebhookEndpoints;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-22T12:00:00Z');
const organizations = [ORGANIZATION];

/** The tests that every implementation of the port `WebhookEndpoints` passes. */
export function webhookEndpointsContract(storage: string, open: () => Promise<OpenedWebhookEndpoints>): void {
  describe(`webhook endpoints in ${storage}`, () => {
    let opened: OpenedWebhookEndpoints;
    let endpoints: WebhookEndpoints;
    beforeAll(async () => {
      opened = await open();
      endpoints = opened.endpoints;
    });
    afterAll(() => opened.close());

    const add = async (builder = anEndpoint()): Promise<{ id: string; organizations: string[] }> => {
      const endpoint = builder.build();
      await endpoints.add(endpoint);
      return { id: endpoint.id, organizations };
    };

    test('an endpoint is stored as it is, and a change is visible to the next change', async () => {
      const which = await add(
        anEndpoint()
          .wanting('order.paid', 'order.created')
          .about({ productIds: [ORGANIZATION] }),
      );
      const before = await endpoints.change(which, (endpoint) => {
        const { events, productIds, benefitIds, url, enabled, secret } = endpoint.snapshot;
        endpoint.resetSecret(Buffer.from('second'), 60, NOW);
        endpoint.update({ name: 'Production', enabled: false }, HOSTS, NOW);
        return { events, productIds, benefitIds, url, enabled, secret: secret.toString() };
      });
      const events = ['order.paid', 'order.created'];
      const stored = { events, productIds: [ORGANIZATION], benefitIds: null };
      expect(before).toEqual({ ...stored, url: 'https://example.com/hooks', enabled: true, secret: 'first' });
      const after = await endpoints.change(
        which,
        ({ snapshot: { name, enabled, secret, previousSecret, previousSecretEndsAt } }) => ({
          name,
          enabled,
          secrets: [secret.toString(), previousSecret?.toString()],
          endsAt: previousSecretEndsAt,
        }),
      );
      const endsAt = new Date(NOW.getTime() + 60_000);
      expect(after).toEqual({ name: 'Production', enabled: false, secrets: ['second', 'first'], endsAt });
    });

    test('a rejected change stores nothing', async () => {
      const which = await add();
      const rejected = endpoints.change(which, (endpoint) => endpoint.update({ url: 'http://x.private/' }, HOSTS, NOW));
      await expect(rejected).rejects.toThrow('https');
      expect(await endpoints.change(which, ({ snapshot: { url } }) => url)).toBe('https://example.com/hooks');
    });

    test('failures of concurrent deliveries are all counted', async () => {
      const which = await add();
      await Promise.all(Array.from({ length: 9 }, () => endpoints.change(which, (endpoint) => endpoint.recordFailure(NOW))));
      expect(await endpoints.change(which, ({ snapshot: { consecutiveFailures } }) => consecutiveFailures)).toBe(9);
    });

    test('unknown, foreign and deleted endpoints are not found', async () => {
      const foreign = await add(anEndpoint().of(OTHER_ORGANIZATION));
      const deleted = await add();
      await endpoints.change(deleted, (endpoint) => endpoint.delete(NOW));
      for (const which of [{ id: newId(), organizations }, foreign, deleted]) {
        await expect(endpoints.change(which, () => 'seen')).rejects.toThrow(ResourceNotFound);
        await expect(endpoints.organizationOf(which)).rejects.toThrow(ResourceNotFound);
      }
      expect(await endpoints.organizationOf({ id: foreign.id, organizations: [OTHER_ORGANIZATION] })).toBe(OTHER_ORGANIZATION);
    });
  });
}
