import { Injectable } from '@nestjs/common';
import { Keyring, newCode, readCode } from '#platform/secrets';
import { RecoveryCodeSecrets } from '../../domain/recovery-code-secrets.ts';

const LENGTH = 16;
const GROUP = /.{4}/g;

/** For example `K7QM-R2X9-TB4N-0V6C`: 80 random bits. */
@Injectable()
export class KeyedRecoveryCodeSecrets extends RecoveryCodeSecrets {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(): { readonly code: string; readonly digest: string } {
    const characters = newCode(LENGTH);
    return {
      code: characters.match(GROUP)!.join('-'),
      digest: this.keyring.digest('recovery-code', characters).toString('base64url'),
    };
  }

  digestsOf(typed: string): readonly string[] {
    const characters = readCode(typed, LENGTH);
    if (characters === null) return [];
    return this.keyring.digests('recovery-code', characters).map((digest) => digest.toString('base64url'));
  }
}
