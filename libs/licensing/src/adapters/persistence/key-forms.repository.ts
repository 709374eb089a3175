import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { KeyForms, type StringWithoutForm } from '../../domain/keys/key-forms.ts';
import type { StringKind } from '../../domain/keys/key-string.ts';
import { formDigests } from './sql/typed-strings.ts';

const BATCH = 500;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const UNIQUE_VIOLATION = '23505';

/** The strings of free entries of pools are encrypted there. */
const MISSING = `select s.organization_id as "organizationId", s.digest, s.kind,
    coalesce(k.encrypted_key, e.encrypted_key) as "encryptedKey", coalesce(k.benefit_id, p.benefit_id) as "benefitId"
  from (
    select organization_id, digest, license_key_id, kind from licensing.key_strings
    where (organization_id, digest) > ($1::uuid, $2::bytea) and form is null and shares_form_with is null and valid_until is null
    order by organization_id, digest limit $3
  ) s
  left join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id
  left join licensing.pool_entries e on e.organization_id = s.organization_id and e.id = s.license_key_id and k.id is null
  left join licensing.key_pools p on p.organization_id = e.organization_id and p.id = e.pool_id
  order by s.organization_id, s.digest`;

const TAKEN = `select s.organization_id as "organizationId", s.digest, s.form
  from unnest($1::uuid[], $2::bytea[]) as w (organization_id, form)
  join licensing.key_strings s on s.organization_id = w.organization_id and s.form = w.form`;

/** In the order of claims of new strings, to avoid deadlocks. */
const STORE = `update licensing.key_strings s set form = w.form, shares_form_with = w.shared, kind = w.kind
  from (
    select * from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[]) as u (organization_id, digest, form, shared, kind)
    order by coalesce(form, shared)
  ) w
  where s.organization_id = w.organization_id and s.digest = w.digest and s.form is null and s.shares_form_with is null
    and s.valid_until is null`;

interface MissingRow {
  readonly organizationId: string;
  readonly digest: Buffer;
  readonly kind: StringKind | null;
  readonly encryptedKey: Buffer | null;
  readonly benefitId: string | null;
}

interface FormRow {
  readonly organizationId: string;
  readonly digest: Buffer;
  readonly form: Buffer;
}

const nameOf = ({ organizationId, form }: Omit<FormRow, 'digest'>): string => `${organizationId} ${form.toString('hex')}`;

@Injectable()
export class PgKeyForms extends KeyForms {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async missing(after: StringWithoutForm | null): Promise<StringWithoutForm[]> {
    const values = [after?.organizationId ?? NIL_UUID, after?.digest ?? Buffer.alloc(0), BATCH];
    const { rows } = await (await pgPool(this.em)).query<MissingRow>(MISSING, values);
    return rows.flatMap(({ encryptedKey, benefitId, ...row }) =>
      encryptedKey && benefitId ? { ...row, benefitId, key: this.keyring.decrypt(encryptedKey) } : [],
    );
  }

  /** A string that is added in the meantime may take a form: then all are looked up again. */
  async store(strings: readonly (StringWithoutForm & { readonly kind: StringKind })[]): Promise<void> {
    for (;;) {
      try {
        return await this.tryToStore(strings);
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      }
    }
  }

  private async tryToStore(strings: readonly (StringWithoutForm & { readonly kind: StringKind })[]): Promise<void> {
    const pool = await pgPool(this.em);
    const wanted = strings.flatMap((string) => this.formOf(string) ?? []);
    const organizations = wanted.map(({ organizationId }) => organizationId);
    const { rows } = await pool.query<FormRow>(TAKEN, [organizations, wanted.map(({ form }) => form)]);
    const owners = new Map(rows.map((row) => [nameOf(row), row.digest]));
    const shared = wanted.map((string) => {
      const owner = owners.get(nameOf(string)) ?? null;
      if (!owner) owners.set(nameOf(string), string.digest);
      return owner;
    });
    await pool.query(STORE, [
      organizations,
      wanted.map(({ digest }) => digest),
      wanted.map(({ form }, index) => (shared[index] ? null : form)),
      shared,
      wanted.map(({ kind }) => kind),
    ]);
  }

  /** The form of a string under the secret of its digest. Undefined if the string was replaced after it was read. */
  private formOf({ organizationId, digest, key, kind }: StringWithoutForm & { readonly kind: StringKind }) {
    const secret = this.keyring.digests('license-key', key).findIndex((each) => each.equals(digest));
    return secret < 0 ? undefined : { organizationId, digest, kind, form: formDigests(this.keyring, key, kind)[secret]! };
  }
}
