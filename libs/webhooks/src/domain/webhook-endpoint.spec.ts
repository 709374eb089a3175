import { ValidationFailed } from '#kernel';
import { anEndpoint, CREATED_AT, HOSTS, ORGANIZATION } from '../../testing/webhook-endpoint.builder.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

const problemOf = (work: () => unknown): object => {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors[0]!;
    throw error;
  }
  throw new Error('It was accepted');
};

describe('the URL of an endpoint', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['  https://Example.COM./Hooks?a=1#part ', 'https://example.com./Hooks?a=1'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['http://allowed.test/', 'http://allowed.test/'],
    ['https://allowed.test./', 'https://allowed.test./'],
  ])('%s is accepted', (given, stored) => {
    expect(anEndpoint().at(given).build().snapshot.url).toBe(stored);
  });

  test.each([
    ['http://example.com/', 'url_scheme'],
    ['ftp://allowed.test/', 'url_scheme'],
    ['javascript:alert(1)', 'url_parsing'],
    ['example.com', 'url_parsing'],
    ['https://', 'url_parsing'],
    ['https://user:secret@example.com/', 'value_error'],
    ['https://user@allowed.test/', 'value_error'],
    ['https://db.private/', 'value_error'],
    ['https://db.private./', 'value_error'],
    [`https://example.com/${'a'.repeat(2083)}`, 'string_too_long'],
  ])('%s is refused', (given, type) => {
    expect(problemOf(() => anEndpoint().at(given).build())).toMatchObject({ path: ['url'], type });
  });
});

test('an endpoint wants each kind once', () => {
  expect(anEndpoint().wanting('order.paid', 'order.created', 'order.paid').build().snapshot.events).toEqual([
    'order.paid',
    'order.created',
  ]);
});

test('changes apply to what is given, and a rejected change changes nothing', () => {
  const endpoint = anEndpoint().build();
  expect(problemOf(() => endpoint.update({ url: 'http://example.com/', name: 'New' }, HOSTS, NOW))).toMatchObject({
    path: ['url'],
  });
  expect([endpoint.snapshot.name, endpoint.snapshot.modifiedAt]).toEqual([null, null]);
  endpoint.update({ name: 'New', format: 'slack', events: [] }, HOSTS, NOW);
  expect(endpoint.snapshot).toMatchObject({
    name: 'New',
    format: 'slack',
    events: [],
    url: 'https://example.com/hooks',
    modifiedAt: NOW,
  });
});

test('an endpoint is limited to each product and benefit once, and an empty list does not limit it', () => {
  const endpoint = anEndpoint()
    .about({ productIds: ['a', 'b', 'a'], benefitIds: [] })
    .build();
  expect([endpoint.snapshot.productIds, endpoint.snapshot.benefitIds]).toEqual([['a', 'b'], null]);
  endpoint.update({ name: 'New' }, HOSTS, NOW);
  expect(endpoint.snapshot.productIds).toEqual(['a', 'b']);
  endpoint.update({ productIds: null, benefitIds: ['c', 'c'] }, HOSTS, NOW);
  expect([endpoint.snapshot.productIds, endpoint.snapshot.benefitIds]).toEqual([null, ['c']]);
  endpoint.update({ benefitIds: [] }, HOSTS, NOW);
  expect(endpoint.snapshot.benefitIds).toBeNull();
});

test('only JSON events have an envelope', () => {
  const endpoint = anEndpoint().build();
  endpoint.update({ envelope: 'cloudevents' }, HOSTS, NOW);
  expect(problemOf(() => endpoint.update({ format: 'slack' }, HOSTS, NOW))).toMatchObject({ path: ['envelope'] });
  expect(endpoint.snapshot).toMatchObject({ format: 'raw', envelope: 'cloudevents' });
  endpoint.update({ format: 'slack', envelope: 'standard' }, HOSTS, NOW);
  expect(endpoint.snapshot).toMatchObject({ format: 'slack', envelope: 'standard' });
  expect(problemOf(() => endpoint.update({ envelope: 'cloudevents_binary' }, HOSTS, NOW))).toMatchObject({ path: ['envelope'] });
});

test('an endpoint is enabled only with a URL that is allowed today', () => {
  const endpoint = anEndpoint().at('http://allowed.test/').disabled().build();
  const without = { isAllowed: () => false, isPublic: () => true };
  expect(problemOf(() => endpoint.update({ enabled: true }, without, NOW))).toMatchObject({
    path: ['enabled'],
    type: 'url_scheme',
  });
  expect(endpoint.snapshot.enabled).toBe(false);
  endpoint.update({ enabled: true, url: 'https://example.com/' }, without, NOW);
  expect(endpoint.snapshot.enabled).toBe(true);
});

describe('a reset secret', () => {
  const [second, third] = [Buffer.from('second'), Buffer.from('third')];

  test('replaces the previous one at once', () => {
    const endpoint = anEndpoint().build();
    endpoint.resetSecret(second, 0, NOW);
    expect(endpoint.snapshot).toMatchObject({ secret: second, previousSecret: null, previousSecretEndsAt: null });
  });

  test('can overlap with the previous one, but not with the one before it', () => {
    const endpoint = anEndpoint().build();
    endpoint.resetSecret(second, 60, NOW);
    const endsAt = new Date(NOW.getTime() + 60_000);
    expect(endpoint.snapshot).toMatchObject({ previousSecret: Buffer.from('first'), previousSecretEndsAt: endsAt });
    endpoint.resetSecret(third, 60, NOW);
    expect(endpoint.snapshot).toMatchObject({ secret: third, previousSecret: second });
  });
});

describe('failures', () => {
  const fail = (endpoint: WebhookEndpoint, times: number): void => {
    for (let i = 0; i < times; i++) endpoint.recordFailure(NOW);
  };

  test('ten in a row disable the endpoint, once', () => {
    const endpoint = anEndpoint().at('https://example.com/secret-path').build();
    fail(endpoint, 9);
    expect([endpoint.snapshot.enabled, endpoint.pullEvents()]).toEqual([true, []]);
    fail(endpoint, 2);
    expect(endpoint.snapshot).toMatchObject({ enabled: false, modifiedAt: NOW });
    expect(endpoint.pullEvents()).toMatchObject([
      {
        name: 'webhook_endpoint.disabled',
        organizationId: ORGANIZATION,
        aggregateId: endpoint.id,
        payload: { url: 'https://example.com', reason: 'failures' },
      },
    ]);
  });

  test('a success in between starts the count again, and so does enabling', () => {
    const endpoint = anEndpoint().build();
    fail(endpoint, 9);
    endpoint.recordSuccess();
    fail(endpoint, 9);
    expect(endpoint.snapshot.enabled).toBe(true);
    fail(endpoint, 1);
    endpoint.update({ enabled: true }, HOSTS, NOW);
    fail(endpoint, 9);
    expect(endpoint.snapshot.enabled).toBe(true);
  });

  test('a URL that is gone disables the endpoint at once', () => {
    const endpoint = anEndpoint().build();
    endpoint.recordGone(NOW);
    expect([endpoint.snapshot.enabled, endpoint.pullEvents()]).toMatchObject([false, [{ payload: { reason: 'gone' } }]]);
  });

  test('nothing is published about an endpoint that the seller disabled', () => {
    const endpoint = anEndpoint().disabled().build();
    endpoint.recordGone(NOW);
    expect(endpoint.pullEvents()).toEqual([]);
  });
});

test('a deleted endpoint is disabled', () => {
  const endpoint = anEndpoint().build();
  endpoint.delete(NOW);
  expect(endpoint.snapshot).toMatchObject({ enabled: false, deletedAt: NOW, createdAt: CREATED_AT });
});
