import { createPublicKey, verify } from 'node:crypto';
import { LicenseClient } from './license-client.ts';
import { Runtime, type Verify } from './runtime.ts';

const byNode: Verify = (signature, data, x) => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(x).toString('base64url') }, format: 'jwk' });
  return verify(null, data, key, signature);
};

test.each<readonly [string, Verify, readonly string[]]>([
  ['that works', byNode, []],
  ['that works later', async (...parts) => byNode(...parts), []],
  ['with its arguments in another order', (signature, data, key) => byNode(key, data, signature), ['verify']],
  ['that accepts everything', () => true, ['verify']],
  ['that throws', () => Promise.reject(new Error('No such function.')), ['verify']],
])('a supplied verification %s', async (_name, given, missing) => {
  expect(await new Runtime({ verify: given }).missing()).toEqual(missing);
});

test('what is missing is said before anything is sent, or stored', async () => {
  let requests = 0;
  const written: string[] = [];
  const license = new LicenseClient({
    url: 'https://licenses.example.com',
    organizationId: '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f',
    rootKey: 'A'.repeat(43),
    verify: () => false,
    fetch: async () => ((requests += 1), Response.json({})),
    storage: { read: async () => null, write: async (name) => void written.push(name), remove: async () => {} },
  });
  expect(await license.activate('A-KEY', { label: 'laptop' })).toEqual({
    outcome: 'unsupported',
    missing: ['verify'],
    detail: expect.stringContaining('Pass a function as the option `verify`'),
  });
  expect([requests, written]).toEqual([0, []]);
});

test('IDs and nonces are random, with a supplied generator or without one', () => {
  const [own, given] = [new Runtime({}), new Runtime({ randomUUID: () => 'c56a4180-65aa-42ec-a945-5fd21dec0538' })];
  const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  const ids = Array.from({ length: 1000 }, () => own.randomUUID());
  expect([ids.every((id) => UUID.test(id)), new Set(ids).size]).toEqual([true, 1000]);
  expect(own.randomText()).toMatch(/^[\w-]{32}$/);
  expect([given.randomUUID(), given.randomText()]).toEqual([
    'c56a4180-65aa-42ec-a945-5fd21dec0538',
    'c56a418065aa42eca9455fd21dec0538'.repeat(2),
  ]);
});
