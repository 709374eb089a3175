import { Injectable } from '@nestjs/common';
import { SignInCodes, type SignInUse, type StoredCode, type TypedCode } from '#support/credentials';
import { newCode, readCode } from './code.ts';
import { Keyring, type Purpose } from './keyring.ts';

const SELECTOR_LENGTH = 4;
const LENGTH = 10;

const PURPOSES: { readonly [use in SignInUse]: Purpose } = { customer: 'sign-in-code', user: 'user-sign-in-code' };

/**
 * For example `K7QM-R2X9TB`: a selector of four characters, by which the code is found, and a secret of six (about 10⁹ values). Only a
 * keyed digest of the whole code is stored.
 */
@Injectable()
export class KeyedSignInCodes extends SignInCodes {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(use: SignInUse): { readonly code: string; readonly stored: StoredCode } {
    const characters = newCode(LENGTH);
    const selector = characters.slice(0, SELECTOR_LENGTH);
    const digest = this.keyring.digest(PURPOSES[use], characters);
    return { code: `${selector}-${characters.slice(SELECTOR_LENGTH)}`, stored: { selector, digest } };
  }

  read(use: SignInUse, typed: string): TypedCode | null {
    const characters = readCode(typed, LENGTH);
    if (characters === null) return null;
    return { selector: characters.slice(0, SELECTOR_LENGTH), digests: this.keyring.digests(PURPOSES[use], characters) };
  }
}
