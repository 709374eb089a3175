import type { LicenseKeyTerms } from '#catalog/contract';
import type { KeyEntitlement } from '../../domain/keys/entitlement-parts.ts';
import { generatedString, type StringOfKind } from '../../domain/keys/key-string.ts';
import { signedString } from '../../domain/keys/signed-string.ts';
import { NoStatusIndex } from '../../domain/leases/lease.errors.ts';
import type { StatusIndexes } from '../../domain/leases/status-indexes.ts';
import type { SigningKeys } from '../../domain/signing/signing-keys.ts';

type StyleOfKeys = Pick<LicenseKeyTerms, 'id' | 'organizationId' | 'prefix' | 'keyFormat' | 'signedFormat'>;

/** What a new string says, if keys prove themselves. */
interface FactsOfKey {
  readonly expiresAt: Date | null;
  readonly entitlements: readonly KeyEntitlement[] | null;
}

/** Makes the strings of new keys: at random, or signed with what they are for. */
export class KeyStrings {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly indexes: StatusIndexes,
  ) {}

  /** What makes one string for a key of the benefit, maybe while the key is locked. */
  async prepare(benefit: StyleOfKeys): Promise<(facts: FactsOfKey, now: Date) => StringOfKind> {
    const { id: benefitId, organizationId, prefix, signedFormat } = benefit;
    if (!signedFormat) return () => generatedString(benefit);
    const [signer, serial] = await Promise.all([this.signingKeys.root(organizationId), this.nextSerial(organizationId)]);
    return (facts, now) => signedString({ prefix, format: signedFormat, benefitId, serial, ...facts }, signer, now);
  }

  /** Others may take the prepared places in the meantime. */
  private async nextSerial(organizationId: string): Promise<number> {
    for (;;) {
      await this.indexes.prepare(organizationId);
      try {
        return this.indexes.next(organizationId);
      } catch (error) {
        if (!(error instanceof NoStatusIndex)) throw error;
      }
    }
  }
}
