import { FindTypedKeyFormats } from '#catalog/contract';
import { IdentifyCustomers } from '#customer-portal/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryKeyActivity } from '../../../testing/in-memory-key-activity.ts';
import { InMemoryKeyRefusals } from '../../../testing/in-memory-key-refusals.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aLicenseKey, aValidationInput, NOW } from '../../../testing/license-key.builder.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { KeyCredentials } from './key-operation.ts';
import { PresentedKeys } from './presented-key.ts';
import { ValidateLicenseKey, ValidateLicenseKeyHandler } from './validate-license-key.ts';
import { TypedKeys } from './typed-key.ts';

const FORMAT = { alphabet: 'ABCDEFGH', groups: 2, groupLength: 4, check: 'none', acceptsTypedInput: true } as const;
const STRING = 'ABCD-EFGH';

class PlainDigests extends DeviceDigests {
  digestsOf = (_organizationId: string, _name: string, value: string): readonly [string] => [value];
}

function opened(mergedInto: ReadonlyMap<string, string> = new Map()) {
  const licenseKeys = new InMemoryLicenseKeys();
  const activity = new InMemoryKeyActivity();
  const refusals = new InMemoryKeyRefusals();
  const clock = { now: () => NOW };
  const queries = answeringQueries([
    [FindTypedKeyFormats, () => [{ prefix: null, format: FORMAT }]],
    [IdentifyCustomers, ({ ids }: IdentifyCustomers) => ids.map((id) => ({ id, merged_into: mergedInto.get(id) ?? null }))],
  ]);
  const presented = new PresentedKeys(licenseKeys, { digestsOf: (network) => [network.padEnd(11, '-')] }, clock, refusals);
  const handler = new ValidateLicenseKeyHandler(
    presented,
    new PlainDigests(),
    new TypedKeys(licenseKeys, queries, clock),
    queries,
    activity,
    clock,
  );
  const add = async (key: LicenseKey): Promise<LicenseKey> => {
    await licenseKeys.addAll([key]);
    return key;
  };
  const validate = (key: LicenseKey, credentials: Partial<KeyCredentials> = {}, input = aValidationInput(), isDryRun = false) =>
    handler.execute(
      new ValidateLicenseKey({ organizationId: key.organizationId, key: key.snapshot.key, ...credentials }, input, isDryRun),
    );
  const counted = () => [...activity.stored.values()].map(({ validations }) => validations);
  return { add, validate, counted, queries };
}

test('a validation is counted once, and a dry run not at all', async () => {
  const { add, validate, counted, queries } = opened();
  const key = await add(aLicenseKey().newUnsaved());
  await validate(key, {}, aValidationInput(), true);
  expect([counted(), key.validations]).toEqual([[], 0]);
  const { licenseKey, activation, graceUntil } = await validate(key);
  expect([licenseKey.validations, activation, graceUntil, counted()]).toEqual([1, null, null, [1]]);
  expect(queries.asked).toEqual([]);
});

test('a string is read as typed only if there is no such key, and not for a blocked network', async () => {
  const { add, validate, counted, queries } = opened();
  const key = await add(aLicenseKey().called(STRING).newUnsaved());
  expect((await validate(key, { key: 'abcdefgh' })).licenseKey.id).toBe(key.id);
  expect(counted()).toEqual([1]);
  const origin = { network: 'here', isBlocked: true };
  const asked = queries.asked.length;
  await expect(validate(key, { key: 'abcdefgh', origin })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([queries.asked.length, counted()]).toEqual([asked, [1]]);
  await expect(validate(key, { key: 'zzzz' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a blocked network may use a key that was used from it before', async () => {
  const { add, validate } = opened();
  const key = await add(aLicenseKey().newUnsaved());
  const from = (isBlocked: boolean) => validate(key, { origin: { network: 'here', isBlocked } });
  await expect(from(true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await from(false);
  expect((await from(true)).licenseKey.validations).toBe(2);
});

test('a customer is known by the id that it had before it was merged, also with a typed key; another one is not', async () => {
  const key = aLicenseKey().ownedBy('9b2f0c1e-0000-4000-8000-000000000001').called(STRING).newUnsaved();
  const before = '9b2f0c1e-0000-4000-8000-000000000002';
  const { add, validate, counted } = opened(new Map([[before, key.customerId]]));
  await add(key);
  const by = (customerId: string) => aValidationInput({ customerId });
  await validate(key, { key: 'abcdefgh' }, by(before));
  await expect(validate(key, {}, by('9b2f0c1e-0000-4000-8000-000000000003'))).rejects.toMatchObject({
    code: 'CUSTOMER_MISMATCH',
  });
  expect([key.validations, counted()]).toEqual([1, [1]]);
});
