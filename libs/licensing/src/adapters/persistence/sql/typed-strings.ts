import { type RawBuilder, sql } from 'kysely';
import { formattedForm, hasDefaultFormat, plainForm } from '#support/texts';
import { anyOf } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import type { StringKind } from '../../../domain/keys/key-string.ts';

/** The digests of what somebody typed: of the text as it is, and of the forms of the keys that it may mean. */
export interface TypedDigests {
  readonly exact: readonly Buffer[];
  readonly forms: readonly Buffer[];
}

const plainDigests = (keyring: Keyring, text: string): Buffer[] =>
  keyring.digests('license-key-form', `plain ${plainForm(text)}`);
const formattedDigests = (keyring: Keyring, text: string): Buffer[] =>
  keyring.digests('license-key-form', `formatted ${formattedForm(text)}`);

/** The digests of the normal form of a key under every secret, the newest first. */
export const formDigests = (keyring: Keyring, key: string, kind: StringKind | null): Buffer[] =>
  (kind !== null && kind !== 'own') || hasDefaultFormat(key) ? formattedDigests(keyring, key) : plainDigests(keyring, key);

export const typedDigests = (keyring: Keyring, typed: string): TypedDigests => ({
  exact: keyring.digests('license-key', typed),
  forms: [...formattedDigests(keyring, typed), ...plainDigests(keyring, typed)],
});

/** Strings `other` that work and have the normal form of the string `s`. */
const SHARING_FORM = `licensing.key_strings other
  where other.shares_form_with = s.digest and (other.valid_until is null or other.valid_until > now())`;

/** A condition on strings `s`: those that are written like this or, if there is none, those with the same normal form. */
export function isTyped({ exact, forms }: TypedDigests, organizations: readonly string[]): RawBuilder<boolean> {
  const known = sql`select from licensing.key_strings e
    where ${anyOf('e.organization_id', organizations)} and e.digest = any(${exact}::bytea[])`;
  const shared = sql`select from ${sql.raw(SHARING_FORM)}
    and other.organization_id = s.organization_id and ${anyOf('other.organization_id', organizations)}`;
  return sql<boolean>`(s.digest = any(${exact}::bytea[])
    or (s.form = any(${forms}::bytea[]) and not exists (${known}) and not exists (${shared})))`;
}

/** Digests are looked for as hexadecimal text. */
export const TYPED_STRING = {
  text: `select s.organization_id, w.wanted, s.digest, s.kind, date_part('epoch', s.valid_until) * 1000 as "validUntil", k.encrypted_key as "encryptedKey"
    from unnest($1::uuid[], $2::text[]) as w (organization_id, wanted)
    cross join lateral (
      select * from licensing.key_strings d where d.organization_id = w.organization_id and d.digest = decode(w.wanted, 'hex')
      union all
      select * from licensing.key_strings s where s.organization_id = w.organization_id and s.form = decode(w.wanted, 'hex') and not exists (select from ${SHARING_FORM} and other.organization_id = w.organization_id)
    ) s
    join licensing.license_keys k on k.organization_id = w.organization_id and k.id = s.license_key_id`,
  by: ['organization_id', 'wanted'],
};

export interface TypedStringRow {
  readonly digest: Buffer;
  readonly kind: StringKind | null;
  readonly validUntil: number | null;
  readonly encryptedKey: Buffer;
}
