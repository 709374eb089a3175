import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Keyring } from '#engine/secrets';
import { OrganizationClocks } from '#platform/clocks';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgAttachedGrants } from '../src/adapters/persistence/attached-grants.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { AttachedGrant } from '../src/domain/keys/attached-grants.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, NOW } from './license-key.builder.ts';

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
});
afterAll(() => close());

const opened = () => new PgAttachedGrants(orm.em);
const PURCHASE = { orderId: randomUUID(), subscriptionId: null };

const aGrant = (given: Partial<AttachedGrant> = {}): AttachedGrant => ({
  organizationId: randomUUID(),
  grantId: randomUUID(),
  licenseKeyId: null,
  customerId: randomUUID(),
  memberId: null,
  keyBenefitId: randomUUID(),
  isWaiting: true,
  revision: 1,
  since: NOW,
  ...given,
});

const eventsOf = async ({ grantId }: AttachedGrant): Promise<boolean[]> => {
  const rows = await orm.em
    .fork()
    .execute<{ waits: boolean }[]>(
      `select (payload->>'is_waiting')::boolean as waits from platform.outbox where aggregate_id = ? order by id`,
      [grantId],
    );
  return rows.map(({ waits }) => waits);
};

test('of racing decisions about a grant one is stored; an older revision is not, and whether it waits is told when it changes', async () => {
  const grant = aGrant();
  const racing = await Promise.all(Array.from({ length: 5 }, () => opened().place(grant, undefined, PURCHASE)));
  expect(racing.filter((each) => each?.placement === 1)).toHaveLength(1);
  const before = await opened().find(grant.organizationId, grant.grantId);
  expect(before).toEqual({ ...grant, placement: 1 });
  const attached = { ...grant, licenseKeyId: randomUUID(), isWaiting: false, revision: 2 };
  expect(await opened().place(attached, before, PURCHASE)).toEqual({ ...attached, placement: 2 });
  expect(await opened().place(attached, before, PURCHASE)).toBeUndefined();
  const latest = await opened().find(grant.organizationId, grant.grantId);
  expect(await opened().place({ ...grant, revision: 1 }, latest, PURCHASE)).toBeUndefined();
  expect(await opened().place({ ...attached, revision: 3 }, latest, PURCHASE)).toMatchObject({ placement: 3 });
  expect(await eventsOf(grant)).toEqual([true, false]);
});

test('the newest key that is granted, has not expired and no other member holds is found, and so is who waits for it', async () => {
  const keys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
  const usable = aLicenseKey().newUnsaved();
  const { organizationId, customerId, benefitId } = usable;
  const same = () => aLicenseKey().of(organizationId).ownedBy(customerId).from(benefitId);
  await keys.addAll([usable, same().revoked().newUnsaved(), same().expiredOn('2020-01-01').newUnsaved()]);
  const wanted = { organizationId, customerId, memberId: null, benefitId };
  const newest = (of: Partial<typeof wanted> = {}) => opened().newestKey({ ...wanted, ...of }, NOW);
  expect(await newest()).toBe(usable.id);
  const others = [{ customerId: randomUUID() }, { benefitId: randomUUID() }, { organizationId: randomUUID() }];
  expect(await Promise.all(others.map(newest))).toEqual([undefined, undefined, undefined]);
  const grants = [
    aGrant({ organizationId, customerId, keyBenefitId: benefitId }),
    aGrant({ organizationId, customerId, keyBenefitId: benefitId, isWaiting: false, licenseKeyId: usable.id }),
    aGrant({ organizationId, customerId, keyBenefitId: null }),
    aGrant({ organizationId, keyBenefitId: benefitId }),
  ] as const;
  for (const grant of grants) await opened().place(grant, undefined, PURCHASE);
  const deliverable = async () => (await opened().someDeliverable(NOW, organizationId)).map(({ grantId }) => grantId);
  expect(await deliverable()).toEqual([grants[0].grantId]);
  await opened().moveToCustomer(organizationId, grants[3].customerId, customerId);
  expect((await deliverable()).sort()).toEqual([grants[0].grantId, grants[3].grantId].sort());
  expect(await opened().someDeliverable(NOW, randomUUID())).toEqual([]);
});
