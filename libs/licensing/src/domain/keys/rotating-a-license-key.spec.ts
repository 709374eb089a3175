import { aLicenseKey, type LicenseKeyBuilder, NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { RotateNotPermitted } from './license-key.errors.ts';

const LATER = secondsAfterNow(60);

test('a rotation replaces the key string and keeps everything else', () => {
  const key = aLicenseKey().called('OLD-STRING-000001').limitedTo(2).usableTimes(5).used(2).activatedOn('laptop').build();
  const before = key.snapshot;
  key.rotate('NEW-STRING-ABCDEF', null, LATER);
  expect(key.snapshot).toEqual({ ...before, key: 'NEW-STRING-ABCDEF', displayKey: '****-ABCDEF', modifiedAt: LATER });
  expect(key.activations.map(({ isLive }) => isLive)).toEqual([true]);
});

test('the old string stops working immediately, or when the overlap ends', () => {
  const key = aLicenseKey().called('FIRST').build();
  key.rotate('SECOND', LATER, NOW);
  key.rotate('THIRD', null, NOW);
  expect(key.string.pullReplaced()).toEqual([
    { key: 'FIRST', validUntil: LATER },
    { key: 'SECOND', validUntil: NOW },
  ]);
  expect(key.string.pullReplaced()).toEqual([]);
});

test.each([
  ['at once', null, null],
  ['after an overlap', LATER, '2026-06-01T12:01:00.000Z'],
])('a rotation %s is recorded', (_how, until, payload) => {
  const key = aLicenseKey().build();
  key.rotate('NEW-STRING-ABCDEF', until, NOW);
  expect(key.pullEvents()).toMatchObject([
    {
      name: 'license_key.rotated',
      aggregateId: key.id,
      occurredAt: NOW,
      payload: { display_key: '****-ABCDEF', previous_valid_until: payload },
    },
  ]);
});

test.each<[string, (key: LicenseKeyBuilder) => LicenseKeyBuilder]>([
  ['disabled', (key) => key.disabled()],
  ['expired', (key) => key.expiredOn('2026-01-01')],
])('a key that is %s can be rotated', (_what, change) => {
  const key = change(aLicenseKey()).build();
  key.rotate('NEW-STRING', null, NOW);
  expect(key.snapshot.key).toBe('NEW-STRING');
});

test('a revoked key cannot be rotated', () => {
  const key = aLicenseKey().revoked().build();
  const rotate = () => key.rotate('NEW-STRING', null, NOW);
  expect(rotate).toThrow(RotateNotPermitted);
  expect(rotate).toThrow(
    expect.objectContaining({
      kind: 'bad-request',
      error: 'RotateNotPermitted',
      message:
        'License key cannot be rotated in its current status. Current status: revoked. Allowed statuses: disabled, granted.',
    }),
  );
  expect(key.string.pullReplaced()).toEqual([]);
});
