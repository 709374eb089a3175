import { Keyring } from './keyring.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const SECRET = 'ACME-3F0B4B9A-ÄÖÜ-😀';

const before = new Keyring([OLD]);
const rotating = new Keyring([NEW, OLD]);
const after = new Keyring([NEW]);

const opens = (sealed: Buffer): boolean => {
  try {
    return before.decrypt(sealed) === SECRET;
  } catch {
    return false;
  }
};

describe('sealing', () => {
  test.each(['', 'a', SECRET, 'x'.repeat(100_000)])('what was sealed can be opened (%#)', (secret) => {
    expect(before.decrypt(before.encrypt(secret))).toBe(secret);
  });

  test('the same secret never looks the same twice, and does not show', () => {
    const [one, other] = [before.encrypt(SECRET), before.encrypt(SECRET)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(SECRET)).toBe(false);
  });

  test('has the documented form: key id, nonce, tag, ciphertext', () => {
    expect(before.encrypt('1234')).toHaveLength(4 + 12 + 16 + 4);
    expect(before.encrypt('a').subarray(0, 4).equals(before.encrypt('b').subarray(0, 4))).toBe(true);
    expect(before.encrypt('a').subarray(0, 4).equals(after.encrypt('a').subarray(0, 4))).toBe(false);
  });

  test('while keys rotate, old and new seals open; afterwards only new ones', () => {
    expect(rotating.decrypt(before.encrypt(SECRET))).toBe(SECRET);
    expect(after.decrypt(rotating.encrypt(SECRET))).toBe(SECRET);
    expect(() => after.decrypt(before.encrypt(SECRET))).toThrow('Sealed with a key that is not in SECRET_KEY');
    expect(() => before.decrypt(rotating.encrypt(SECRET))).toThrow('Sealed with a key that is not in SECRET_KEY');
  });

  test('what the first key has sealed can be told from what others have', () => {
    const begins = (sealed: Buffer) => sealed.subarray(0, rotating.currentKeyId.length).equals(rotating.currentKeyId);
    expect([begins(rotating.encrypt('a')), begins(after.encrypt('b')), begins(before.encrypt('a'))]).toEqual([true, true, false]);
  });

  test('one changed bit anywhere is noticed', () => {
    const sealed = before.encrypt(SECRET);
    for (let index = 0; index < sealed.length; index++) {
      const tampered = Buffer.from(sealed);
      tampered[index]! ^= 1;
      expect(opens(tampered)).toBe(false);
    }
  });

  test.each([0, 3, 4, 15, 16, 20, 31])('what was cut to %i bytes is no seal', (length) => {
    expect(opens(before.encrypt(SECRET).subarray(0, length))).toBe(false);
  });

  test('a missing end is noticed', () => {
    const sealed = before.encrypt(SECRET);
    expect(opens(sealed.subarray(0, -1))).toBe(false);
    expect(opens(Buffer.concat([sealed, Buffer.from([0])]))).toBe(false);
  });
});

describe('digests', () => {
  test('are the same for the same secret, purpose and key, and for nothing else', () => {
    const digest = before.digest('license-key', SECRET);
    expect(digest).toHaveLength(32);
    expect(before.digest('license-key', SECRET).equals(digest)).toBe(true);
    for (const other of [
      before.digest('access-token', SECRET),
      before.digest('license-key', `${SECRET} `),
      after.digest('license-key', SECRET),
    ]) {
      expect(other.equals(digest)).toBe(false);
    }
  });

  test('while keys rotate, new ones are made with the first key and all are looked for', () => {
    expect(rotating.digest('access-token', SECRET)).toEqual(after.digest('access-token', SECRET));
    expect(rotating.digests('access-token', SECRET)).toEqual([
      after.digest('access-token', SECRET),
      before.digest('access-token', SECRET),
    ]);
    expect(before.digests('access-token', SECRET)).toEqual([before.digest('access-token', SECRET)]);
  });

  test('one that was given is told from any other, under every key of the ring', () => {
    const given = before.digest('upload-address', SECRET);
    const is = (ring: Keyring, secret: string, digest: Buffer) => ring.isDigest('upload-address', secret, digest);
    expect([is(before, SECRET, given), is(rotating, SECRET, given), is(after, SECRET, given)]).toEqual([true, true, false]);
    for (const wrong of [Buffer.alloc(0), given.subarray(1), Buffer.alloc(32), before.digest('license-key', SECRET)]) {
      expect(is(rotating, SECRET, wrong)).toBe(false);
    }
    expect(is(rotating, `${SECRET} `, given)).toBe(false);
  });
});
