import { globSync, readFileSync } from 'node:fs';
import { startTracing } from '#engine/tracing';
import { type CollectedSpan, startCollector } from '../support/otlp-collector.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

async function tracedOrder(ratio: number): Promise<CollectedSpan[]> {
  const { id } = await fixture.benefit();
  const product = await fixture.product({ benefits: [id] } as never);
  const customer = await fixture.customer();
  await fixture.settled();
  const collector = await startCollector();
  const tracing = await startTracing({ endpoint: collector.endpoint, ratio }, 'test');
  await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  await tracing[Symbol.asyncDispose]();
  collector.close();
  return collector.spans;
}

test('a request, its transaction, and what subscribers do about its events are one trace', async () => {
  const spans = await tracedOrder(1);
  const request = spans.find(({ name }) => name === 'POST /v1/orders')!;
  expect(request).toMatchObject({ parentId: '' });
  const trace = spans.filter(({ traceId }) => traceId === request.traceId);
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  const above = (span: CollectedSpan): string[] => {
    const parent = byId.get(span.parentId);
    return parent ? [parent.name, ...above(parent)] : [];
  };
  expect(trace.filter(({ name }) => /^(transaction|change) /.test(name)).map(above)).toContainEqual(['POST /v1/orders']);
  const issuing = trace.find(({ name }) => name === 'IssueKeyWhenBenefitGranted');
  expect(above(issuing!).at(-1)).toBe('POST /v1/orders');
  expect(above(issuing!).length).toBeGreaterThan(1);
});

test('a request that was not chosen is not traced, and neither is what it causes', async () => {
  expect(await tracedOrder(0)).toEqual([]);
});

test('without an endpoint, nothing of OpenTelemetry is loaded', async () => {
  const sources = globSync('{apps,libs}/**/*.ts', { cwd: `${import.meta.dirname}/../..` });
  const importing = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(`${import.meta.dirname}/../../${file}`, 'utf8')));
  expect(importing(/from '@opentelemetry\//)).toEqual(['libs/engine/src/tracing/open-telemetry.ts']);
  expect(importing(/from '.*open-telemetry\.ts'/)).toEqual([]);
});
