import { aBenefit, InMemoryBenefits, InMemoryMediaFiles } from '#catalog/testing';
import { FindCustomers } from '#customer-portal/contract';
import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { FindLicenseKeyBenefits } from '../contract/index.ts';
import { FindMeters } from '../needs/index.ts';
import type { NewBenefit } from '../domain/benefit.ts';
import type { TypedProperties } from '../domain/benefit-type.ts';
import { CreateBenefit, CreateBenefitHandler } from './create-benefit.ts';

const { organizationId } = aBenefit().build();
const FOREIGN = '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f';
const NOW = new Date('2026-11-20T12:00:00Z');

/** What other contexts have, by the organization that it belongs to: ids of meters, customers and benefits are what they are called. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['own', organizationId],
  ['foreign', FOREIGN],
  ['deleted', organizationId],
]);

const found = <T>(ids: readonly string[], toView: (id: string, owner: string) => T): ReadonlyMap<string, T> =>
  new Map(ids.flatMap((id): [string, T][] => (OWNERS.has(id) ? [[id, toView(id, OWNERS.get(id)!)]] : [])));

function opened() {
  const [benefits, files] = [new InMemoryBenefits(), new InMemoryMediaFiles()];
  const queries = answeringQueries([
    [FindMeters, ({ ids }: FindMeters) => found(ids, (id, owner) => ({ id, organizationId: owner }))],
    [
      FindCustomers,
      ({ ids }: FindCustomers) =>
        found(ids, (id, owner) => ({ id, organization_id: owner, deleted_at: id === 'deleted' ? NOW : null })),
    ],
    [
      FindLicenseKeyBenefits,
      ({ ids }: FindLicenseKeyBenefits) =>
        found(ids, (id, owner) => ({ id, organizationId: owner, isDeleted: id === 'deleted' })),
    ],
  ]);
  const handler = new CreateBenefitHandler(benefits, files, queries, { now: () => NOW });
  const create = (typed: TypedProperties) => {
    const attributes: NewBenefit = { organizationId, description: 'Pro', metadata: {}, ...typed };
    return handler.execute(new CreateBenefit(attributes));
  };
  return { benefits, create };
}

const NO_LIMITS = { prefix: null, expires: null, activations: null, limitUsage: null };
const credit = (meterId: string): TypedProperties => ({
  type: 'meter_credit',
  properties: { meterId, units: 1, rollover: false },
});
const trialOf = (customerId: string): TypedProperties => ({
  type: 'license_keys',
  properties: { ...NO_LIMITS, policy: { trial: { customerId, days: 14 } } },
});
const replacing = (...replacesBenefitIds: string[]): TypedProperties => ({
  type: 'license_keys',
  properties: { ...NO_LIMITS, replacesBenefitIds },
});

const REFUSED: readonly (readonly [what: string, typed: TypedProperties, path: readonly (string | number)[]])[] = [
  ['a meter of another organization', credit('foreign'), ['meterId']],
  ['an unknown meter', credit('unknown'), ['meterId']],
  ['a customer of another organization', trialOf('foreign'), ['policy', 'trial', 'customerId']],
  ['a deleted customer', trialOf('deleted'), ['policy', 'trial', 'customerId']],
  ['a benefit of another organization', replacing('own', 'foreign'), ['replacesBenefitIds', 1]],
  ['a deleted benefit', replacing('deleted'), ['replacesBenefitIds', 0]],
  ['an unknown file', { type: 'downloadables', properties: { files: ['unknown'], archived: {} } }, ['files', 0]],
];

test.each(REFUSED)('a benefit that names %s is not stored', async (_what, typed, path) => {
  const { benefits, create } = opened();
  await expect(create(typed)).rejects.toMatchObject({ errors: [{ path: ['properties', ...path] }] });
  expect(benefits.events).toEqual([]);
});

test.each([
  ['a meter', credit('own')],
  ['a benefit', replacing('own')],
])('a benefit that names %s of the organization is stored', async (_what, typed) => {
  const { benefits, create } = opened();
  const id = await create(typed);
  expect(benefits.events).toMatchObject([{ name: 'benefit.created', aggregateId: id, organizationId }]);
});
