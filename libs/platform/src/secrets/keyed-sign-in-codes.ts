import { newCode, readCode } from './code.ts';
import type { Keyring } from './keyring.ts';

const SELECTOR_LENGTH = 4;
const LENGTH = 10;

/** For whom a code signs in: codes of one purpose are worth nothing for another. */
type SignInPurpose = 'sign-in-code' | 'user-sign-in-code';

/**
 * Codes that are sent by e-mail, for example `K7QM-R2X9TB`: a selector of four characters, by which the code is found, and a secret of six
 * (about 10⁹ values). Only a keyed digest of the whole code is stored.
 */
export class SignInCodes {
  constructor(
    private readonly keyring: Keyring,
    private readonly purpose: SignInPurpose,
  ) {}

  make() {
    const characters = newCode(LENGTH);
    const selector = characters.slice(0, SELECTOR_LENGTH);
    const digest = this.keyring.digest(this.purpose, characters);
    return { code: `${selector}-${characters.slice(SELECTOR_LENGTH)}`, stored: { selector, digest } };
  }

  /** The selector, and digests under all current keys; null if the text is not in the format of a code. */
  read(typed: string) {
    const characters = readCode(typed, LENGTH);
    if (characters === null) return null;
    return { selector: characters.slice(0, SELECTOR_LENGTH), digests: this.keyring.digests(this.purpose, characters) };
  }
}
