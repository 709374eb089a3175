import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { PasswordHashes } from '../../domain/password-hashes.ts';

/** Argon2id. Memory in KiB; docs/decisions/0061-users-sign-in.md says why. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random text that nobody knows, with the same parameters. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$uIJsXBqZYvcPsYQrrMxmcw$TmnOyp6JlfbBARxpA8sHCvlGLpP+U7WTHPx5heOFwvA';

@Injectable()
export class Argon2PasswordHashes extends PasswordHashes {
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), PARAMETERS);
  }

  async verify(known: string | null, password: string): Promise<boolean> {
    const isRight = await verify(known ?? NO_PASSWORD, password.normalize('NFC'));
    return known !== null && isRight;
  }

  isOutdated(known: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(known);
    return memoryCost !== PARAMETERS.memoryCost || timeCost !== PARAMETERS.timeCost || parallelism !== PARAMETERS.parallelism;
  }
}
