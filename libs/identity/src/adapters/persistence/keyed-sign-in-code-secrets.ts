import { Injectable } from '@nestjs/common';
import { Keyring, SignInCodes } from '#platform/secrets';
import { SignInCodeSecrets, type TypedCode } from '../../domain/sign-in-code-secrets.ts';
import type { StoredCode } from '../../domain/sign-in-code.ts';

@Injectable()
export class KeyedSignInCodeSecrets extends SignInCodeSecrets {
  private readonly codes: SignInCodes;

  constructor(keyring: Keyring) {
    super();
    this.codes = new SignInCodes(keyring, 'user-sign-in-code');
  }

  make(): { readonly code: string; readonly stored: StoredCode } {
    return this.codes.make();
  }

  read(typed: string): TypedCode | null {
    return this.codes.read(typed);
  }
}
