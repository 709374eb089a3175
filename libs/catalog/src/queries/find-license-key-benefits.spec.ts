import type { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { freshOrm } from '../../../../test/support/fresh-orm.ts';
import { aBenefit, ORGANIZATION, OTHER_ORGANIZATION } from '../../testing/benefit.builder.ts';
import { MikroOrmBenefits } from '../adapters/persistence/benefits.repository.ts';
import { FindLicenseKeyBenefits } from '../contract/index.ts';
import { catalogTables } from '../index.ts';
import { FindLicenseKeyBenefitsHandler } from './find-benefits.ts';

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(catalogTables));
});
afterAll(() => close());

const find = (ids: string[]) => new FindLicenseKeyBenefitsHandler(orm.em).execute(new FindLicenseKeyBenefits(ids));

test('finds the terms of benefits of any organization, deleted ones included and marked', async () => {
  const benefits = new MikroOrmBenefits(orm.em);
  const rich = aBenefit().withPrefix(' ACME ').expiringAfter(6, 'month').limitedTo(3, { enableCustomerAdmin: true }).usable(9);
  const [full, plain, deleted] = [rich.newUnsaved(), aBenefit().of(OTHER_ORGANIZATION).newUnsaved(), aBenefit().newUnsaved()];
  for (const each of [full, plain, deleted]) await benefits.add(each);
  await benefits.change({ id: deleted.id, organizations: [ORGANIZATION] }, (each) => each.delete(new Date()));

  const without = {
    prefix: null,
    expires: null,
    activations: null,
    limitUsage: null,
    policy: null,
    deliverByEmail: false,
    keyFormat: null,
    replacesBenefitIds: [],
    quantity: 'one',
    whenBoughtAgain: 'new_key',
  };
  const found = await find([deleted.id, newId(), plain.id, full.id, full.id]);
  expect(found.size).toBe(3);
  expect(found.get(full.id)).toEqual({
    id: full.id,
    organizationId: ORGANIZATION,
    isDeleted: false,
    prefix: 'ACME',
    expires: { ttl: 6, timeframe: 'month' },
    activations: { limit: 3, enableCustomerAdmin: true },
    limitUsage: 9,
    policy: null,
    deliverByEmail: false,
    keyFormat: null,
    replacesBenefitIds: [],
    quantity: 'one',
    whenBoughtAgain: 'new_key',
  });
  expect(found.get(plain.id)).toEqual({ id: plain.id, organizationId: OTHER_ORGANIZATION, isDeleted: false, ...without });
  expect(found.get(deleted.id)).toEqual({ id: deleted.id, organizationId: ORGANIZATION, isDeleted: true, ...without });
});

test('returns nothing for an empty list of ids', async () => {
  expect(await find([])).toEqual(new Map());
});
