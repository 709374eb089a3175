import { Keyring } from './keyring.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const SECRET = 'ACME-3F0B4B9A-ÄÖÜ-😀';

const before = new Keyring([OLD]);
const rotating = new Keyring([NEW, OLD]);
const after = new Keyring([NEW]);

const decrypts = (encrypted: Buffer): boolean => {
  try {
    return before.decrypt(encrypted) === SECRET;
  } catch {
    return false;
  }
};

describe('encryption', () => {
  test.each(['', 'a', SECRET, 'x'.repeat(100_000)])('what was encrypted can be decrypted (%#)', (secret) => {
    expect(before.decrypt(before.encrypt(secret))).toBe(secret);
  });

  test('a secret is encrypted differently each time and is not readable', () => {
    const [one, other] = [before.encrypt(SECRET), before.encrypt(SECRET)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(SECRET)).toBe(false);
  });

  test('has the documented format: key id, nonce, tag, ciphertext', () => {
    expect(before.encrypt('1234')).toHaveLength(4 + 12 + 16 + 4);
    expect(before.encrypt('a').subarray(0, 4).equals(before.encrypt('b').subarray(0, 4))).toBe(true);
    expect(before.encrypt('a').subarray(0, 4).equals(after.encrypt('a').subarray(0, 4))).toBe(false);
  });

  test('during a rotation the old and the new key decrypt; afterwards only the new one', () => {
    expect(rotating.decrypt(before.encrypt(SECRET))).toBe(SECRET);
    expect(after.decrypt(rotating.encrypt(SECRET))).toBe(SECRET);
    expect(() => after.decrypt(before.encrypt(SECRET))).toThrow('Encrypted with a key that is not in SECRET_KEY');
    expect(() => before.decrypt(rotating.encrypt(SECRET))).toThrow('Encrypted with a key that is not in SECRET_KEY');
  });

  test('what the first key has encrypted starts with its id, and nothing else does', () => {
    const hasPrefix = (encrypted: Buffer) => encrypted.subarray(0, rotating.currentKeyId.length).equals(rotating.currentKeyId);
    expect([hasPrefix(rotating.encrypt('a')), hasPrefix(after.encrypt('b')), hasPrefix(before.encrypt('a'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('a changed bit at any position is detected', () => {
    const encrypted = before.encrypt(SECRET);
    for (let index = 0; index < encrypted.length; index++) {
      const tampered = Buffer.from(encrypted);
      tampered[index]! ^= 1;
      expect(decrypts(tampered)).toBe(false);
    }
  });

  test.each([0, 3, 4, 15, 16, 20, 31])('what was cut to %i bytes is rejected', (length) => {
    expect(decrypts(before.encrypt(SECRET).subarray(0, length))).toBe(false);
  });

  test('missing or additional bytes at the end are detected', () => {
    const encrypted = before.encrypt(SECRET);
    expect(decrypts(encrypted.subarray(0, -1))).toBe(false);
    expect(decrypts(Buffer.concat([encrypted, Buffer.from([0])]))).toBe(false);
  });
});

describe('digests', () => {
  test('are equal for the same secret, purpose and key only', () => {
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

  test('during a rotation, `digest` uses the first key and `digests` all keys', () => {
    expect(rotating.digest('access-token', SECRET)).toEqual(after.digest('access-token', SECRET));
    expect(rotating.digests('access-token', SECRET)).toEqual([
      after.digest('access-token', SECRET),
      before.digest('access-token', SECRET),
    ]);
    expect(before.digests('access-token', SECRET)).toEqual([before.digest('access-token', SECRET)]);
  });

  test('`isDigest` accepts the digest under any key of the ring, and no other', () => {
    const given = before.digest('upload-address', SECRET);
    const is = (ring: Keyring, secret: string, digest: Buffer) => ring.isDigest('upload-address', secret, digest);
    expect([is(before, SECRET, given), is(rotating, SECRET, given), is(after, SECRET, given)]).toEqual([true, true, false]);
    for (const wrong of [Buffer.alloc(0), given.subarray(1), Buffer.alloc(32), before.digest('license-key', SECRET)]) {
      expect(is(rotating, SECRET, wrong)).toBe(false);
    }
    expect(is(rotating, `${SECRET} `, given)).toBe(false);
  });
});
