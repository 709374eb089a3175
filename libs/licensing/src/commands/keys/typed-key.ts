import type { QueryBus } from '@nestjs/cqrs';
import { FindTypedKeyFormats } from '#catalog/contract';
import { readTyped } from '../../domain/keys/key-format.ts';
import { frontOf } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { KeyCredentials } from './presented-key.ts';

/**
 * Runs an operation on a presented key. If there is no such key, the string is read as something that somebody typed, by the formats
 * of the organization that accept that. A blocked network has to present the string as it is.
 */
export async function withTypedKey<T>(
  queries: QueryBus,
  credentials: KeyCredentials,
  operation: (credentials: KeyCredentials) => Promise<T>,
): Promise<T> {
  try {
    return await operation(credentials);
  } catch (error) {
    if (!(error instanceof LicenseKeyNotFound) || credentials.origin?.isBlocked) throw error;
    for (const key of await meantKeys(queries, credentials)) {
      const found = await ifFound(operation({ ...credentials, key }));
      if (found) return found.outcome;
    }
    throw error;
  }
}

async function meantKeys(queries: QueryBus, { organizationId, key }: KeyCredentials): Promise<ReadonlySet<string>> {
  const formats = await queries.execute(new FindTypedKeyFormats(organizationId));
  const meant = new Set(formats.flatMap(({ prefix, format }) => readTyped(key, frontOf(prefix), format) ?? []));
  meant.delete(key);
  return meant;
}

async function ifFound<T>(operation: Promise<T>): Promise<{ readonly outcome: T } | null> {
  try {
    return { outcome: await operation };
  } catch (error) {
    if (error instanceof LicenseKeyNotFound) return null;
    throw error;
  }
}
