import { KeyStrings } from '../src/commands/keys/key-strings.ts';
import type { StatusIndexes } from '../src/domain/leases/status-indexes.ts';
import type { SigningKeys } from '../src/domain/signing/signing-keys.ts';

const refuse = (): never => {
  throw new Error('Nothing is signed here.');
};

/** For benefits whose keys are random: nothing is signed. */
export const randomKeyStrings = (): KeyStrings =>
  new KeyStrings({ root: refuse } as unknown as SigningKeys, { prepare: refuse, next: refuse } as unknown as StatusIndexes);
