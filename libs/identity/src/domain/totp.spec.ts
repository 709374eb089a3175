import { base32, hotp, matchingStep, newTotpSecret, totpUri } from './totp.ts';

const RFC = Buffer.from('12345678901234567890');
const SECRET = RFC.toString('hex');
const at = (seconds: number): Date => new Date(seconds * 1000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at %i seconds is that of RFC 6238', (seconds, code) => {
  expect(hotp(RFC, Math.floor(seconds / 30))).toBe(code);
  expect(matchingStep(SECRET, code, null, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('a device may be one step ahead or behind, not two', () => {
  const steps = [-2, -1, 0, 1, 2].map((step) => matchingStep(SECRET, hotp(RFC, 1_000 + step), null, at(30_000)));
  expect(steps).toEqual([null, 999, 1_000, 1_001, null]);
});

test('a code is not accepted again, nor one of an earlier step', () => {
  expect(matchingStep(SECRET, hotp(RFC, 1_000), 1_000, at(30_000))).toBeNull();
  expect(matchingStep(SECRET, hotp(RFC, 999), 1_000, at(30_000))).toBeNull();
  expect(matchingStep(SECRET, hotp(RFC, 1_001), 1_000, at(30_000))).toBe(1_001);
});

test('spaces do not matter, other texts are wrong', () => {
  expect(matchingStep(SECRET, ' 287 082 ', null, at(59))).toBe(1);
  for (const wrong of ['', '28708', '2870820', '28708x']) expect(matchingStep(SECRET, wrong, null, at(59))).toBeNull();
});

test('secrets are written for apps', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(totpUri('Latchkey', 'a b@example.com', SECRET)).toBe(
    'otpauth://totp/Latchkey:a%20b%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Latchkey&algorithm=SHA1&digits=6&period=30',
  );
  expect(newTotpSecret()).toMatch(/^[0-9a-f]{40}$/);
});
