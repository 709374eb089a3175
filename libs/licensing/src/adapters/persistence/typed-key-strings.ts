import type { EntityManager } from '@mikro-orm/postgresql';
import { formattedForm, plainForm } from '#support/texts';
import { anyOf, readDb } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { assertClaimable } from '../../domain/batches/unclaimed-batch.ts';
import { LicenseKeyNotClaimed, LicenseKeyStringReplaced } from '../../domain/keys/license-key.errors.ts';
import type { FoundString, MeantString, PresentedKey } from '../../domain/keys/license-keys.ts';
import { locationOf } from './license-key-search.ts';
import type { LicenseKeyLookups } from './license-key-lookups.ts';
import type { LicensingTables } from './license-key.mapping.ts';
import { isTyped, typedDigests, type TypedStringRow } from './sql/typed-strings.ts';

/** Finds strings of keys however they are written. */
export class TypedKeyStrings {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly lookups: LicenseKeyLookups,
  ) {}

  async meant({ organizationId, key, at }: PresentedKey): Promise<MeantString | undefined> {
    const { exact, forms } = typedDigests(this.keyring, key);
    const found = await this.lookups.typedStrings(organizationId, [...exact, ...forms]);
    const working = found.find(({ validUntil }) => validUntil === null || validUntil > at.getTime());
    const string = working && this.textOf(working, key);
    return string === undefined ? undefined : { key: string, isGenerated: working!.kind === 'generated' };
  }

  async find(key: string, within: readonly string[]): Promise<FoundString | undefined> {
    const found = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.key_strings as s')
      .select(['s.organization_id as organizationId', 's.license_key_id as id', 's.valid_until as validUntil'])
      .where(anyOf('s.organization_id', within))
      .where(isTyped(typedDigests(this.keyring, key), within))
      .executeTakeFirst();
    return found && { ...found, validUntil: found.validUntil && new Date(found.validUntil) };
  }

  /** Throws the reason, if there is one, that no key has a string: it was replaced, or nobody has claimed it. */
  async explainMissing(which: PresentedKey): Promise<void> {
    const organizationId = locationOf(which);
    const found = await this.find(which.key, [organizationId]);
    if (!found) return;
    if (found.validUntil && found.validUntil <= which.at) {
      const owner = await this.lookups.ownerOf(found.id, [organizationId]);
      throw new LicenseKeyStringReplaced(found.id, owner!.benefitId);
    }
    const unclaimed = found.validUntil ? undefined : await this.lookups.unclaimed(organizationId, found.id);
    if (!unclaimed) return;
    assertClaimable(unclaimed, which.at);
    throw new LicenseKeyNotClaimed();
  }

  /** The text of a string; of one that was replaced only the digest is known. */
  private textOf({ validUntil, encryptedKey, digest }: TypedStringRow, typed: string): string | undefined {
    if (validUntil === null) return this.keyring.decrypt(encryptedKey);
    const written = [typed, formattedForm(typed), plainForm(typed)];
    return written.find((text) => this.keyring.isDigest('license-key', text, digest));
  }
}
