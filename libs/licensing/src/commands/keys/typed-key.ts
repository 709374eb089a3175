import type { QueryBus } from '@nestjs/cqrs';
import { FindTypedKeyFormats } from '#catalog/contract';
import type { Clock } from '#kernel';
import { frontOf } from '#support/texts';
import { readTyped } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKeys } from '../../domain/keys/license-keys.ts';
import type { KeyCredentials } from './key-operation.ts';

/** An organization that has no keys. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** Finds keys that are written in another way than they are stored. */
export class TypedKeys {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /**
   * A `Fallback`: if there is no such key, the string is taken for another way to write one, by its normal form, else with characters that
   * look alike, by the formats of the organization that accept them.
   */
  readonly meantBy = async <Asked extends { readonly credentials: KeyCredentials }>(
    refusal: unknown,
    asked: Asked,
  ): Promise<readonly Asked[]> =>
    refusal instanceof LicenseKeyNotFound
      ? (await this.meant(asked.credentials)).map((credentials) => ({ ...asked, credentials }))
      : [];

  /**
   * Strings that the service made cannot be guessed, so that a blocked network may use them for the first time. Any other one is presented
   * again, so that one that exists takes the same statements as one that does not.
   */
  private async meant(credentials: KeyCredentials): Promise<readonly KeyCredentials[]> {
    const { organizationId, key, within, origin } = credentials;
    const isVisible = within === undefined || within.includes(organizationId);
    const at = this.clock.now(organizationId);
    const meant = await this.licenseKeys.meant({ organizationId: isVisible ? organizationId : NOWHERE, key, at });
    if (origin?.isBlocked) {
      return [{ ...credentials, key: meant?.key ?? key, origin: { ...origin, isBlocked: !meant?.isGenerated } }];
    }
    const keys = meant && meant.key !== key ? [meant.key] : await this.lookalikes(credentials);
    return keys.map((each) => ({ ...credentials, key: each }));
  }

  private async lookalikes({ organizationId, key }: KeyCredentials): Promise<readonly string[]> {
    const formats = await this.queries.execute(new FindTypedKeyFormats(organizationId));
    const meant = new Set(formats.flatMap(({ prefix, format }) => readTyped(key, frontOf(prefix), format) ?? []));
    meant.delete(key);
    return [...meant];
  }
}
