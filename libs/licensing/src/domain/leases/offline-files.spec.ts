import { randomUUID } from 'node:crypto';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { Leasing } from './leasing.ts';
import { readActivationRequest, readDeactivation } from './offline-files.ts';
import { Signer } from '../signing/signer.ts';

const ORGANIZATION = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
const device = Signer.create();
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A file whose parts can be anything, signed by the device. */
function fileOf(type: string, claims: object, header: object = {}, signer = device): string {
  const { kty, crv, x } = device.jwk;
  const input = `${encoded({ alg: 'EdDSA', typ: type, jwk: { kty, crv, x }, ...header })}.${encoded(claims)}`;
  return `${input}.${signer.sign(input).toString('base64url')}`;
}

const CLAIMS = { version: 1, aud: ORGANIZATION, jti: 'a-nonce-of-some-length', iat: 1, device: 'laptop', label: "Jane's laptop" };
const request = (changes: object = {}, header: object = {}, signer = device): string =>
  fileOf('latchkey-activation-request+jwt', { ...CLAIMS, ...changes }, header, signer);
const outcomeOf = (file: string): string => {
  try {
    readActivationRequest(file);
    return 'read';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['wrapped lines', (file: string) => file.replace(/.{64}/g, '$&\n')],
  ['line breaks of Windows and a byte order mark', (file: string) => `\ufeff${file.replace(/.{64}/g, '$&\r\n')}\r\n`],
  ['a quotation of a quotation', (file: string) => file.replace(/.{1,64}/g, '> > $&\n')],
  ['soft line breaks', (file: string) => file.replace(/.{64}/g, '$&=\r\n')],
])('a file that came by mail, with %s, is read', (_name, mailed) => {
  expect(readActivationRequest(mailed(request()))).toEqual(readActivationRequest(request()));
});

test('a request says which device asks, and which key it has', () => {
  expect(readActivationRequest(`${request({ platform: 'linux', app_version: '2.1' })}\n`)).toEqual({
    organizationId: ORGANIZATION,
    nonce: CLAIMS.jti,
    deviceKey: device.jwk.x,
    installation: {
      label: "Jane's laptop",
      device: 'laptop',
      installation: device.jwk.x,
      conditions: {},
      meta: { platform: 'linux', app_version: '2.1' },
    },
  });
});

test('hostile requests are refused', () => {
  const [header, payload, signature] = request().split('.') as [string, string, string];
  const files: readonly (readonly [string, string])[] = [
    ['nonsense', 'FILE_MALFORMED'],
    [`${header}.${payload}`, 'FILE_MALFORMED'],
    [`${header}.${payload}.`, 'FILE_MALFORMED'],
    [`${header}.${'A'.repeat(8000)}.${signature}`, 'FILE_MALFORMED'],
    [`${header}.${encoded({ ...CLAIMS, device: 'desktop' })}.${signature}`, 'FILE_SIGNATURE_INVALID'],
    [request({}, {}, Signer.create()), 'FILE_SIGNATURE_INVALID'],
    [request({}, { alg: 'none' }), 'FILE_MALFORMED'],
    [request({}, { alg: 'HS256' }), 'FILE_MALFORMED'],
    [request({}, { typ: 'latchkey-deactivation+jwt' }), 'FILE_MALFORMED'],
    [request({}, { crit: ['x'] }), 'FILE_MALFORMED'],
    [request({}, { jwk: undefined }), 'FILE_MALFORMED'],
    [request({}, { jwk: { x: 'short' } }), 'FILE_MALFORMED'],
    [request({}, { jwk: { x: 'A'.repeat(43) } }), 'FILE_SIGNATURE_INVALID'],
    [request({ version: 2 }), 'FILE_MALFORMED'],
    [request({ aud: 'acme' }), 'FILE_MALFORMED'],
    [request({ jti: 'short' }), 'FILE_MALFORMED'],
    [request({ device: '' }), 'FILE_MALFORMED'],
    [request({ device: 'x'.repeat(129) }), 'FILE_MALFORMED'],
    [request({ device: 'two\nlines' }), 'FILE_MALFORMED'],
    [request({ label: 'a\u0000b' }), 'FILE_MALFORMED'],
    [request({ label: 'a\ud800b' }), 'FILE_MALFORMED'],
    [request({ label: 'x'.repeat(256) }), 'FILE_MALFORMED'],
    [request({ label: { a: 1 } }), 'FILE_MALFORMED'],
    [request({ platform: 'x'.repeat(65) }), 'FILE_MALFORMED'],
    [fileOf('latchkey-activation-request+jwt', [CLAIMS]), 'FILE_MALFORMED'],
  ];
  expect(files.map(([file]) => outcomeOf(file))).toEqual(files.map(([, code]) => code));
});

describe('returning a lease', () => {
  const installation = { label: 'laptop', conditions: {}, meta: {}, device: 'laptop' };

  function leased() {
    const policy = { leaseSeconds: 3600, graceSeconds: 600, maxOfflineDevices: 1, held: 'until_lease_ends' } as const;
    const key = aLicenseKey()
      .limitedTo(1)
      .build()
      .loadedWith({ leasing: Leasing.of(NOW, policy, 0) });
    const { id, activation } = key.lease({ activationId: null, installation, deviceKey: device.jwk.x }, () => 0);
    const claims = { version: 1, aud: ORGANIZATION, sub: randomUUID(), activation_id: activation.id, lease: id };
    const file = (changes: object = {}, signer = device) =>
      readDeactivation(fileOf('latchkey-deactivation+jwt', { ...claims, ...changes }, {}, signer));
    const codeOf = (...changes: Parameters<typeof file>): string => {
      try {
        key.takeBack(file(...changes));
        return 'taken back';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    return { key, activation, file, codeOf };
  }

  test('ends the activation and frees slot and place, once', () => {
    const { key, activation, codeOf } = leased();
    expect(codeOf()).toBe('taken back');
    expect([activation.isLive, key.takenSlots]).toEqual([false, 0]);
    expect(codeOf()).toBe('LEASE_OVER');
    key.lease({ activationId: null, installation }, () => 1);
    expect([codeOf(), key.takenSlots]).toEqual(['LEASE_OVER', 1]);
  });

  test('frees the slot that the lease of an ended activation holds', () => {
    const { key, activation, codeOf } = leased();
    key.deactivate(activation.id, NOW);
    expect(key.takenSlots).toBe(1);
    expect(codeOf()).toBe('taken back');
    expect(key.takenSlots).toBe(0);
  });

  test('is refused for a stranger, another lease, and a device that was not activated by file', () => {
    const { key, activation, codeOf } = leased();
    expect([codeOf({}, Signer.create()), codeOf({ activation_id: randomUUID() }), codeOf({ lease: randomUUID() })]).toEqual([
      'FILE_SIGNATURE_INVALID',
      'ACTIVATION_NOT_FOUND',
      'LEASE_RENEWED',
    ]);
    Object.assign(key.leasing.leases[0]!.stored, { deviceKey: null });
    expect(codeOf()).toBe('FILE_SIGNATURE_INVALID');
    expect([activation.isLive, key.takenSlots]).toEqual([true, 1]);
  });

  test('a renewal online keeps the key of the device, and makes older deactivation files void', () => {
    const { key, activation, codeOf } = leased();
    key.lease({ activationId: activation.id, installation }, () => 1);
    expect(codeOf()).toBe('LEASE_RENEWED');
  });
});
