import type { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { freshOrm } from '../../../../test/support/fresh-orm.ts';
import { anOrganization } from '../../testing/organization.builder.ts';
import { MikroOrmOrganizations } from '../adapters/persistence/organizations.repository.ts';
import { MikroOrmUsers } from '../adapters/persistence/users.repository.ts';
import { FindOrganizations } from '../contract/index.ts';
import { User } from '../domain/user.ts';
import { organizationsTables } from '../index.ts';
import { FindOrganizationsHandler } from './find-organizations.ts';

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(organizationsTables));
});
afterAll(() => close());

test('finds organizations regardless of the caller', async () => {
  const organizations = new MikroOrmOrganizations(orm.em);
  const ownerId = await new MikroOrmUsers(orm.em).register(User.create('owner@example.com'));
  const globex = { ownerId, profile: { name: 'Globex', defaultPresentmentCurrency: 'eur' } };
  const plain = anOrganization().with({ ownerId }).build();
  const other = anOrganization().withSlug('globex').with(globex).build();
  await organizations.add(plain, Infinity);
  await organizations.add(other, Infinity);
  await organizations.change({ id: other.id }, (each) => each.setFeature('meter_cycling_enabled', true, new Date()));

  const found = await new FindOrganizationsHandler(orm.em).execute(new FindOrganizations([plain.id, newId(), other.id]));
  expect(found.size).toBe(2);
  expect(found.get(plain.id)).toEqual({
    id: plain.id,
    name: 'Acme',
    slug: 'acme',
    timeZone: 'UTC',
    sender: {
      name: 'Acme',
      logoUrl: null,
      color: null,
      language: null,
      timeZone: 'UTC',
      organizationId: plain.id,
      sandboxId: null,
    },
    defaultPresentmentCurrency: 'usd',
    seatBasedPricing: true,
    meterCycling: false,
    allowMultipleSubscriptions: expect.any(Boolean),
    benefitRevocationGracePeriod: expect.any(Number),
    dunningDays: 30,
    preventTrialAbuse: false,
    prorationBehavior: 'prorate',
    isBlocked: false,
    ssoEnforced: false,
  });
  expect(found.get(other.id)).toMatchObject({ slug: 'globex', defaultPresentmentCurrency: 'eur', meterCycling: true });
});
