import { createHmac } from 'node:crypto';
import { ValidationFailed } from '#kernel';
import { assertIsSecret, keyOfSecret, newSecret } from './secret.ts';
import { signatureHeader } from './request.ts';

const MESSAGE = { id: 'a', timestamp: 1_760_000_000, body: '{"größe":1}' };
const hmac = (key: string | Buffer) => `v1,${createHmac('sha256', key).update('a.1760000000.{"größe":1}').digest('base64')}`;

test('a new secret encodes 32 random bytes', () => {
  const secrets = [newSecret(), newSecret()];
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(keyOfSecret(secret)).toHaveLength(32);
    expect(() => assertIsSecret(secret)).not.toThrow();
  }
});

test('a message is signed with the bytes and with the text of each secret', () => {
  const [first, second] = [newSecret(), newSecret()];
  expect(signatureHeader(MESSAGE, [first, second]).split(' ')).toEqual([
    hmac(keyOfSecret(first)),
    hmac(first),
    hmac(keyOfSecret(second)),
    hmac(second),
  ]);
});

test.each([24, 64])('a secret of %i bytes is accepted', (bytes) => {
  expect(() => assertIsSecret(`whsec_${Buffer.alloc(bytes, 1).toString('base64')}`)).not.toThrow();
});

test.each([
  ['', 'empty'],
  [Buffer.alloc(32).toString('base64'), 'without the prefix'],
  ['whsec_', 'without bytes'],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, 'too short'],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, 'too long'],
  [`whsec_${Buffer.alloc(32, 255).toString('base64url')}`, 'in another alphabet'],
  [`whsec_${Buffer.alloc(32).toString('base64').replace('=', '')}`, 'without padding'],
  [`whsec_${Buffer.alloc(32).toString('base64')} `, 'with a blank'],
])('%p is refused as a secret: %s', (secret) => {
  expect(() => assertIsSecret(secret)).toThrow(ValidationFailed);
});
