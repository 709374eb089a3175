import { Injectable } from '@nestjs/common';
import { Keyring, SignInCodes } from '#platform/secrets';
import { CodeSecrets, type TypedCode } from '../../domain/code-secrets.ts';
import type { StoredCode } from '../../domain/sign-in-code.ts';

@Injectable()
export class KeyedCodeSecrets extends CodeSecrets {
  private readonly codes: SignInCodes;

  constructor(keyring: Keyring) {
    super();
    this.codes = new SignInCodes(keyring, 'sign-in-code');
  }

  make(): { readonly code: string; readonly stored: StoredCode } {
    return this.codes.make();
  }

  read(typed: string): TypedCode | null {
    return this.codes.read(typed);
  }
}
