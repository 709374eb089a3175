import type { QueryBus } from '@nestjs/cqrs';
import { FindTypedKeyFormats } from '#catalog/contract';
import type { Clock } from '#kernel';
import { readTyped } from '../../domain/keys/key-format.ts';
import { frontOf } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKeys } from '../../domain/keys/license-keys.ts';
import type { KeyCredentials } from './presented-key.ts';

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
   * Runs an operation on a presented key. If there is no such key, the string is taken for another way to write one: by its normal form,
   * then with characters that look alike, by the formats of the organization that accept them.
   */
  async run<T>(credentials: KeyCredentials, operation: (credentials: KeyCredentials) => Promise<T>): Promise<T> {
    try {
      return await operation(credentials);
    } catch (error) {
      if (!(error instanceof LicenseKeyNotFound)) throw error;
      for await (const meant of this.meantBy(credentials)) {
        const found = await ifFound(operation(meant));
        if (found) return found.outcome;
      }
      throw error;
    }
  }

  /**
   * Strings that the service made cannot be guessed, so that a blocked network may use them for the first time. Any other one is presented
   * again, so that one that exists takes the same statements as one that does not.
   */
  private async *meantBy(credentials: KeyCredentials): AsyncGenerator<KeyCredentials> {
    const { organizationId, key, within, origin } = credentials;
    const isVisible = within === undefined || within.includes(organizationId);
    const at = this.clock.now(organizationId);
    const meant = await this.licenseKeys.meant({ organizationId: isVisible ? organizationId : NOWHERE, key, at });
    if (origin?.isBlocked) {
      yield { ...credentials, key: meant?.key ?? key, origin: { ...origin, isBlocked: !meant?.isGenerated } };
      return;
    }
    if (meant && meant.key !== key) yield { ...credentials, key: meant.key };
    for (const lookalike of await this.lookalikes(credentials)) yield { ...credentials, key: lookalike };
  }

  private async lookalikes({ organizationId, key }: KeyCredentials): Promise<ReadonlySet<string>> {
    const formats = await this.queries.execute(new FindTypedKeyFormats(organizationId));
    const meant = new Set(formats.flatMap(({ prefix, format }) => readTyped(key, frontOf(prefix), format) ?? []));
    meant.delete(key);
    return meant;
  }
}

async function ifFound<T>(operation: Promise<T>): Promise<{ readonly outcome: T } | null> {
  try {
    return { outcome: await operation };
  } catch (error) {
    if (error instanceof LicenseKeyNotFound) return null;
    throw error;
  }
}
