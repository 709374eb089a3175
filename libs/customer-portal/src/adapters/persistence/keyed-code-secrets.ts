import { Injectable } from '@nestjs/common';
import { Keyring, newCode, readCode } from '#platform/secrets';
import { CodeSecrets, type TypedCode } from '../../domain/code-secrets.ts';
import type { StoredCode } from '../../domain/sign-in-code.ts';

const SELECTOR_LENGTH = 4;
const LENGTH = 10;

/** For example `K7QM-R2X9TB`: a selector of four characters and a secret of six (about 10⁹ values). */
@Injectable()
export class KeyedCodeSecrets extends CodeSecrets {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(): { readonly code: string; readonly stored: StoredCode } {
    const characters = newCode(LENGTH);
    const selector = characters.slice(0, SELECTOR_LENGTH);
    const digest = this.keyring.digest('sign-in-code', characters);
    return { code: `${selector}-${characters.slice(SELECTOR_LENGTH)}`, stored: { selector, digest } };
  }

  read(typed: string): TypedCode | null {
    const characters = readCode(typed, LENGTH);
    if (characters === null) return null;
    return { selector: characters.slice(0, SELECTOR_LENGTH), digests: this.keyring.digests('sign-in-code', characters) };
  }
}
