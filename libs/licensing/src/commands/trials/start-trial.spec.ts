import { randomUUID } from 'node:crypto';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { Access } from '#kernel';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { InMemoryTrials } from '../../../testing/in-memory-trials.ts';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { LicenseKeyNotFound, LicenseKeyNotTrial, TrialNotOffered } from '../../domain/keys/license-key.errors.ts';
import { ForgetTrial, ForgetTrialHandler } from './forget-trial.ts';
import { StartTrial, StartTrialHandler } from './start-trial.ts';

const [ORGANIZATION, BENEFIT, CUSTOMER] = [randomUUID(), randomUUID(), randomUUID()];

const TERMS: LicenseKeyTerms = {
  id: BENEFIT,
  organizationId: ORGANIZATION,
  isDeleted: false,
  prefix: null,
  expires: null,
  activations: null,
  limitUsage: null,
  policy: { trial: { customerId: CUSTOMER, days: 14 } } as LicenseKeyTerms['policy'],
  deliverByEmail: false,
  keyFormat: null,
  replacesBenefitIds: [],
  quantity: 'one',
  whenBoughtAgain: 'new_key',
};
const SELLERS_CUSTOMER = { id: CUSTOMER, organization_id: ORGANIZATION, deleted_at: null };

const DIGESTS = new (class extends DeviceDigests {
  digestsOf(organizationId: string, name: string, value: string): [string] {
    return [`${organizationId} ${name} ${value}`];
  }
})();

function opened(terms: LicenseKeyTerms | null = TERMS, customer: object = SELLERS_CUSTOMER) {
  const licenseKeys = new InMemoryLicenseKeys();
  const trials = new InMemoryTrials(licenseKeys);
  const queries = answeringQueries([
    [FindLicenseKeyBenefits, () => new Map(terms ? [[BENEFIT, terms]] : [])],
    [FindCustomers, () => new Map([[CUSTOMER, customer]])],
  ]);
  const handler = new StartTrialHandler(licenseKeys, trials, DIGESTS, queries, { now: () => NOW });
  const start = (device = 'laptop', components?: Readonly<Record<string, string>>) => {
    const description = components ? { components, class: null, virtual: null, platform: null } : null;
    return handler.execute(new StartTrial({ organizationId: ORGANIZATION, benefitId: BENEFIT, device }, description));
  };
  const forget = (id: string, organizationId = ORGANIZATION) =>
    new ForgetTrialHandler(licenseKeys, trials).execute(
      new ForgetTrial(new Access([organizationId], [organizationId], 'license keys'), id),
    );
  return { start, forget, licenseKeys };
}

/** The terms of a benefit that compares devices. */
const comparing: LicenseKeyTerms = {
  ...TERMS,
  policy: { ...TERMS.policy, devices: { match: 'most' } } as LicenseKeyTerms['policy'],
};

test('a device gets one trial key, also if it asks several times at once', async () => {
  const { start } = opened();
  const [first, ...others] = await Promise.all([start(), start(), start()]);
  expect(first).toMatchObject({ customerId: CUSTOMER, expiresAt: new Date(NOW.getTime() + 14 * 86_400_000) });
  expect(others.map(({ id }) => id)).toEqual([first.id, first.id]);
  expect((await start('desktop')).id).not.toBe(first.id);
});

test('a described device gets its trial again with another ID, if the benefit compares devices', async () => {
  const machine = { machine_id: 'i', mac: 'm' };
  const { start } = opened(comparing);
  const { id } = await start('first folder', machine);
  expect((await start('second folder', machine)).id).toBe(id);
  expect((await start('other machine', { machine_id: 'j', mac: 'n' })).id).not.toBe(id);
  const plain = opened();
  expect((await plain.start('second folder', machine)).id).not.toBe((await plain.start('first folder', machine)).id);
});

test('a trial that began before its device was described is recognized from the first description on', async () => {
  const { start } = opened(comparing);
  const { id } = await start('folder');
  await start('folder', { machine_id: 'i' });
  expect((await start('new folder', { machine_id: 'i' })).id).toBe(id);
});

test('the seller allows another trial: of its own keys, and of no key that is no trial', async () => {
  const { start, forget, licenseKeys } = opened();
  const { id } = await start();
  await expect(forget(id, randomUUID())).rejects.toThrow(LicenseKeyNotFound);
  expect((await start()).id).toBe(id);
  await forget(id);
  expect((await start()).id).not.toBe(id);
  const bought = aLicenseKey().of(ORGANIZATION).newUnsaved();
  await licenseKeys.addAll([bought]);
  await expect(forget(bought.id)).rejects.toThrow(LicenseKeyNotTrial);
});

test.each([
  ['the benefit is unknown', opened(null)],
  ['the benefit is that of another organization', opened({ ...TERMS, organizationId: randomUUID() })],
  ['the benefit is deleted', opened({ ...TERMS, isDeleted: true })],
  ['the benefit has no trial', opened({ ...TERMS, policy: null })],
  ['the customer is that of another organization', opened(TERMS, { ...SELLERS_CUSTOMER, organization_id: randomUUID() })],
  ['the customer is deleted', opened(TERMS, { ...SELLERS_CUSTOMER, deleted_at: '2026-01-01T00:00:00Z' })],
])('there is no trial if %s', async (_why, { start }) => {
  await expect(start()).rejects.toThrow(TrialNotOffered);
});
