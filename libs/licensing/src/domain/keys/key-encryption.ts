/** Encryption of the stored key strings, which are looked up by keyed digests. */
export abstract class KeyEncryption {
  /** Re-encrypts and re-digests, in batches, what was encrypted with an older secret key. Returns the number of keys changed. */
  abstract reencrypt(): Promise<number>;
}
