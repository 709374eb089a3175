import type { QueryBus } from '@nestjs/cqrs';
import { FindTypedKeyFormats } from '#catalog/contract';
import { readTyped } from '../../domain/keys/key-format.ts';
import { frontOf } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { Fallback, KeyCredentials } from './presented-key.ts';

/**
 * If there is no such key, the string is read as something that somebody typed, by the formats of the organization that accept that. A
 * blocked network has to present the string as it is.
 */
export const typedKey =
  <Asked extends { readonly credentials: KeyCredentials }>(queries: QueryBus): Fallback<Asked> =>
  async (refusal, asked) => {
    const { credentials } = asked;
    if (!(refusal instanceof LicenseKeyNotFound) || credentials.origin?.isBlocked) return [];
    const formats = await queries.execute(new FindTypedKeyFormats(credentials.organizationId));
    const meant = new Set(formats.flatMap(({ prefix, format }) => readTyped(credentials.key, frontOf(prefix), format) ?? []));
    meant.delete(credentials.key);
    return [...meant].map((key) => ({ ...asked, credentials: { ...credentials, key } }));
  };
