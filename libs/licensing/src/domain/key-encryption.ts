/** What keeps the strings of license keys secret: they are sealed, and found by digests. */
export abstract class KeyEncryption {
  /** Seals and digests anew, in steps, whatever an older secret key than the newest has sealed. Answers how many that were. */
  abstract reencrypt(): Promise<number>;
}
