import type { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { freshOrm } from '../../../../test/support/fresh-orm.ts';
import { aBenefit, ORGANIZATION, OTHER_ORGANIZATION } from '../../testing/benefit.builder.ts';
import { MikroOrmBenefits } from '../adapters/persistence/benefits.repository.ts';
import { FindBenefits } from '../contract/index.ts';
import { catalogTables } from '../index.ts';
import { FindBenefitsHandler } from './find-benefits.ts';

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(catalogTables));
});
afterAll(() => close());

test('finds benefits of any organization and type, deleted ones included and marked', async () => {
  const benefits = new MikroOrmBenefits(orm.em);
  const [custom, flag, deleted] = [
    aBenefit().custom('Hello').newUnsaved(),
    aBenefit().of(OTHER_ORGANIZATION).featureFlag().newUnsaved(),
    aBenefit().limitedTo(3).newUnsaved(),
  ];
  for (const each of [custom, flag, deleted]) await benefits.add(each);
  await benefits.change({ id: deleted.id, organizations: [ORGANIZATION] }, (each) => each.delete(new Date()));

  const found = await new FindBenefitsHandler(orm.em).execute(new FindBenefits([deleted.id, newId(), flag.id, custom.id]));
  expect(found.size).toBe(3);
  expect(found.get(custom.id)).toEqual({
    id: custom.id,
    created_at: expect.any(Date),
    modified_at: null,
    type: 'custom',
    description: 'A license key',
    selectable: true,
    deletable: true,
    is_deleted: false,
    organization_id: ORGANIZATION,
    metadata: {},
    visibility: 'public',
    properties: { note: 'Hello' },
    visibility_configurable: true,
  });
  expect(found.get(flag.id)).toMatchObject({ organization_id: OTHER_ORGANIZATION, type: 'feature_flag', properties: {} });
  expect(found.get(deleted.id)).toMatchObject({
    is_deleted: true,
    properties: { activations: { limit: 3, enable_customer_admin: false } },
  });
});

test('returns nothing for an empty list of ids', async () => {
  expect(await new FindBenefitsHandler(orm.em).execute(new FindBenefits([]))).toEqual(new Map());
});
