const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const FIRST = primes(64);
const CONSTANTS = FIRST.map((prime) => fraction(Math.cbrt(prime)));
const INITIAL = FIRST.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256, by WebCrypto where there is one: pages that are not on HTTPS, and React Native, have none. */
export async function sha256(bytes: Uint8Array & { readonly buffer: ArrayBuffer }): Promise<Uint8Array> {
  const { subtle } = (globalThis as { crypto?: Partial<typeof globalThis.crypto> }).crypto ?? {};
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256InScript(bytes);
}

export function sha256InScript(bytes: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let state: readonly number[] = INITIAL;
  for (let block = 0; block < padded.byteLength; block += 64) {
    const words = Array.from({ length: 16 }, (_, n) => padded.getInt32(block + n * 4));
    state = compressed(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setInt32(n * 4, word));
  return new Uint8Array(digest.buffer);
}

function compressed(state: readonly number[], first: readonly number[]): number[] {
  const words = [...first];
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    if (n >= 16) {
      const [before, recent] = [words[n - 15]!, words[n - 2]!];
      const low = rotated(before, 7) ^ rotated(before, 18) ^ (before >>> 3);
      const high = rotated(recent, 17) ^ rotated(recent, 19) ^ (recent >>> 10);
      words[n] = (words[n - 16]! + low + words[n - 7]! + high) | 0;
    }
    const choice = (e & f) ^ (~e & g);
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + CONSTANTS[n]! + words[n]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (state[n]! + word) | 0);
}
