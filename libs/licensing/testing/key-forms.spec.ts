import { QueryBus } from '@nestjs/cqrs';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { LicenseKeyTerms } from '#catalog/contract';
import { OrganizationClocks } from '#platform/clocks';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgKeyEncryption } from '../src/adapters/persistence/key-encryption.repository.ts';
import { PgKeyForms } from '../src/adapters/persistence/key-forms.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { CompleteKeyForms, CompleteKeyFormsHandler } from '../src/commands/keys/complete-key-forms.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, NOW } from './license-key.builder.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let orm: MikroORM;
let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
  pool = await pgPool(orm.em);
});
afterAll(() => close());

const keysWith = (...secrets: Buffer[]) => new PgLicenseKeys(orm.em, new Keyring(secrets), new OrganizationClocks(false));
const benefits = new Map<string, LicenseKeyTerms>();
const queries = { execute: async () => benefits } as unknown as QueryBus;
const complete = (stop?: AbortSignal, ...secrets: Buffer[]) =>
  new CompleteKeyFormsHandler(new PgKeyForms(orm.em, new Keyring(secrets.length > 0 ? secrets : [OLD])), queries).execute(
    new CompleteKeyForms(stop),
  );
const meant = async ({ organizationId }: LicenseKey, typed: string, keys = keysWith(OLD)) =>
  (await keys.meant({ organizationId, key: typed, at: NOW }))?.key;

/** As the release before there were forms has stored them, which knows nothing of their columns. */
async function addBefore(...keys: LicenseKey[]): Promise<void> {
  for (const key of keys) {
    await keysWith(OLD).addAll([key]);
    await pool.query('update licensing.key_strings set form = null, kind = null where license_key_id = $1', [key.id]);
  }
}
const missing = async (): Promise<number> =>
  (await pool.query('select 1 from licensing.key_strings where form is null and shares_form_with is null')).rowCount!;

test('strings from before are found by their form once it is stored, in batches and from where it was aborted', async () => {
  const organization = aLicenseKey().newUnsaved().organizationId;
  const many = Array.from({ length: 1_100 }, (_, n) => aLicenseKey().of(organization).called(`own-string-of-${n}`).newUnsaved());
  await keysWith(OLD).addAll(many);
  await pool.query('update licensing.key_strings set form = null, kind = null where organization_id = $1', [organization]);
  const key = many[1_000]!;
  expect([await meant(key, 'own-string-of-1000'), await meant(key, ' own-string-of-1000')]).toEqual([
    'own-string-of-1000',
    undefined,
  ]);
  const aborted = new AbortController();
  aborted.abort();
  await complete(aborted.signal);
  expect(await missing()).toBe(1_100);
  await complete();
  expect(await missing()).toBe(0);
  expect(await meant(key, ' own-string-of-1000')).toBe('own-string-of-1000');
});

test('strings that share a form are found as they are only, until one of them no longer works', async () => {
  const one = aLicenseKey().called('shared-string-0001').newUnsaved();
  const other = aLicenseKey().of(one.organizationId).called('shared-string-0001 ').newUnsaved();
  await addBefore(one, other);
  await complete();
  expect(await missing()).toBe(0);
  expect([await meant(one, 'shared-string-0001'), await meant(one, 'shared-string-0001 ')]).toEqual([
    'shared-string-0001',
    'shared-string-0001 ',
  ]);
  expect(await meant(one, '\tshared-string-0001')).toBeUndefined();
  const third = aLicenseKey().of(one.organizationId).called(' shared-string-0001').newUnsaved();
  await expect(keysWith(OLD).addAll([third])).rejects.toMatchObject({ positions: [0] });
  const { rows } = await pool.query('select license_key_id from licensing.key_strings where shares_form_with is not null');
  const second = [one, other].find(({ id }) => id === rows[0].license_key_id)!;
  const first = second === one ? other : one;
  await keysWith(OLD).change({ id: second.id, within: [second.organizationId] }, (key) =>
    key.rotate('GONE-STRING-0001', null, NOW),
  );
  expect(await meant(one, '\tshared-string-0001')).toBe(first.snapshot.key);
});

test('a string of a format is known by the format of its benefit', async () => {
  const key = aLicenseKey().called('ABCDE-FGHJK-MNPQR-STVWX-YZ012').newUnsaved();
  const keyFormat = {
    alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    groups: 5,
    groupLength: 5,
    check: 'none',
    acceptsTypedInput: false,
  } as const;
  benefits.set(key.benefitId, { prefix: null, keyFormat } as LicenseKeyTerms);
  await addBefore(key);
  await complete();
  expect(await meant(key, 'abcde fghjk-mnpqr-stvwx-yz012'.replace(' ', '-'))).toBe('ABCDE-FGHJK-MNPQR-STVWX-YZ012');
});

test('after the secret key was rotated, forms are stored by the new one', async () => {
  const key = aLicenseKey().generated().newUnsaved();
  await keysWith(OLD).addAll([key]);
  await new PgKeyEncryption(orm.em, new Keyring([NEW, OLD])).reencrypt();
  await complete(undefined, NEW, OLD);
  const typed = ` ${key.snapshot.key.toLowerCase()}`;
  expect(await keysWith(NEW).meant({ organizationId: key.organizationId, key: typed, at: NOW })).toEqual({
    key: key.snapshot.key,
    isGenerated: true,
  });
  await new PgKeyEncryption(orm.em, new Keyring([OLD, NEW])).reencrypt();
});
