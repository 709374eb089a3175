import { randomUUID } from 'node:crypto';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { NOW } from '../../../testing/license-key.builder.ts';
import { TrialNotOffered } from '../../domain/keys/license-key.errors.ts';
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

function opened(terms: LicenseKeyTerms | null = TERMS, customer: object = SELLERS_CUSTOMER) {
  const licenseKeys = new InMemoryLicenseKeys();
  const queries = answeringQueries([
    [FindLicenseKeyBenefits, () => new Map(terms ? [[BENEFIT, terms]] : [])],
    [FindCustomers, () => new Map([[CUSTOMER, customer]])],
  ]);
  const handler = new StartTrialHandler(licenseKeys, licenseKeys, queries, { now: () => NOW });
  return (device = 'laptop') => handler.execute(new StartTrial({ organizationId: ORGANIZATION, benefitId: BENEFIT, device }));
}

test('a device gets one trial key, also if it asks several times at once', async () => {
  const start = opened();
  const [first, ...others] = await Promise.all([start(), start(), start()]);
  expect(first).toMatchObject({ customerId: CUSTOMER, expiresAt: new Date(NOW.getTime() + 14 * 86_400_000) });
  expect(others.map(({ id }) => id)).toEqual([first.id, first.id]);
  expect((await start('desktop')).id).not.toBe(first.id);
});

test.each([
  ['the benefit is unknown', opened(null)],
  ['the benefit is that of another organization', opened({ ...TERMS, organizationId: randomUUID() })],
  ['the benefit is deleted', opened({ ...TERMS, isDeleted: true })],
  ['the benefit has no trial', opened({ ...TERMS, policy: null })],
  ['the customer is that of another organization', opened(TERMS, { ...SELLERS_CUSTOMER, organization_id: randomUUID() })],
  ['the customer is deleted', opened(TERMS, { ...SELLERS_CUSTOMER, deleted_at: '2026-01-01T00:00:00Z' })],
])('there is no trial if %s', async (_why, start) => {
  await expect(start()).rejects.toThrow(TrialNotOffered);
});
