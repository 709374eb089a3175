import { Injectable } from '@nestjs/common';
import { Keyring, randomText } from '#platform/secrets';
import { CodeSecrets, type TypedCode } from '../../domain/code-secrets.ts';
import type { StoredCode } from '../../domain/sign-in-code.ts';

/** Characters that are hard to confuse with each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MISTAKEN: { readonly [character: string]: string } = { O: '0', I: '1', L: '1' };
const SELECTOR_LENGTH = 4;
const LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** For example `K7QM-R2X9TB`: a selector of four characters and a secret of six (about 10⁹ values). */
@Injectable()
export class KeyedCodeSecrets extends CodeSecrets {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(): { readonly code: string; readonly stored: StoredCode } {
    const characters = randomText(ALPHABET, LENGTH);
    const selector = characters.slice(0, SELECTOR_LENGTH);
    const digest = this.keyring.digest('sign-in-code', characters);
    return { code: `${selector}-${characters.slice(SELECTOR_LENGTH)}`, stored: { selector, digest } };
  }

  read(typed: string): TypedCode | null {
    const characters = typed
      .toUpperCase()
      .replace(/[\s-]/g, '')
      .replace(/[OIL]/g, (character) => MISTAKEN[character]!);
    if (!CODE.test(characters)) return null;
    return { selector: characters.slice(0, SELECTOR_LENGTH), digests: this.keyring.digests('sign-in-code', characters) };
  }
}
