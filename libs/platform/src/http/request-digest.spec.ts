import type { FastifyRequest } from 'fastify';
import { CsvBody } from './csv-body.ts';
import { requestDigest } from './request-digest.ts';

const BASE = {
  method: 'POST',
  url: '/v1/orders/',
  query: {},
  headers: {},
  body: { product_id: '1', metadata: { a: 1, b: [1, '2'] } },
};
const digest = (changes: object = {}): string =>
  requestDigest({ ...BASE, ...changes } as unknown as FastifyRequest).toString('hex');

test('is the same for another order of fields, and with or without a trailing slash', () => {
  expect(digest({ body: { metadata: { b: [1, '2'], a: 1 }, product_id: '1' } })).toBe(digest());
  expect(digest({ url: '/v1/orders' })).toBe(digest());
  expect(digest({ headers: { 'user-agent': 'curl', 'idempotency-key': 'x' } })).toBe(digest());
});

test('requests without a nonce have the digest that the last release stored, so that they can be repeated after an upgrade', () => {
  expect(digest({ headers: { 'license-device': 'laptop' } })).toBe(
    '3e00b856c2d126ef0b8a45ffb64cb952bf6c93f67392905d1f0123f31ad0b88a',
  );
});

test('a value in one header is not the same value in another', () => {
  const values = ['polar-organization', 'license-device', 'license-installation', 'license-nonce'].map((name) =>
    digest({ headers: { [name]: 'x' } }),
  );
  expect(new Set(values).size).toBe(4);
});

test.each([
  ['method', { method: 'PUT' }],
  ['path', { url: '/v1/subscriptions/' }],
  ['query', { query: { a: '1' } }],
  ['organization', { headers: { 'polar-organization': 'x' } }],
  ['device', { headers: { 'license-device': 'x' } }],
  ['installation', { headers: { 'license-installation': 'x' } }],
  ['nonce', { headers: { 'license-nonce': 'x' } }],
  ['body', { body: { ...BASE.body, product_id: '2' } }],
  ['type of a value', { body: { ...BASE.body, product_id: 1 } }],
  ['order of a list', { body: { ...BASE.body, metadata: { a: 1, b: ['2', 1] } } }],
  ['nesting', { body: { ...BASE.body, metadata: { a: 1, b: [[1, '2']] } } }],
  ['missing field', { body: { product_id: '1' } }],
  ['empty body', { body: undefined }],
  ['content type', { body: new CsvBody(Buffer.alloc(0)) }],
])('differs by %s', (_what, changes) => {
  expect(digest(changes)).not.toBe(digest());
});

test('a long body is digested piece by piece, with the same result for another order of fields', () => {
  const entries = Array.from({ length: 20_000 }, (_, n) => [`field ${n}`, { n, text: 'x'.repeat(n % 50) }] as const);
  const [one, other] = [Object.fromEntries(entries), Object.fromEntries(entries.toReversed())];
  expect(digest({ body: one })).toBe(digest({ body: other }));
  expect(digest({ body: { ...one, 'field 7': null } })).not.toBe(digest({ body: one }));
});
