import type { CommandBus } from '@nestjs/cqrs';
import type { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { FindGrantsOfPurchase } from '#entitlements/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { SelectKeysToRecheck, SelectKeysToRecheckHandler } from './select-keys-to-recheck.ts';

const REVISION = 2;

const grants = (...ids: string[]) => ({
  organizationId: 'organization',
  revision: REVISION,
  grants: ids.map((id) => ({ id, benefitId: `benefit of ${id}`, isGranted: true, renewsLicenseKeyId: null })),
});

const PURCHASES: Readonly<Record<string, ReturnType<typeof grants>>> = {
  sole: grants('sole'),
  current: grants('current', 'other'),
  outdated: grants('outdated', 'other'),
};

const selected = async (deleted: readonly string[], ...events: SelectKeysToRecheck['events'][number][]) => {
  const queries = answeringQueries([[FindGrantsOfPurchase, ({ grantId }: FindGrantsOfPurchase) => PURCHASES[grantId]]]);
  const execute = async (command: SelectEventsOfDeletedCustomers) =>
    new Set(command.events.flatMap(({ id, customerIds }) => (customerIds.some((each) => deleted.includes(each)) ? [id] : [])));
  const licenseKeys = new InMemoryLicenseKeys();
  const [current, outdated] = ['current', 'outdated'].map((id) => aLicenseKey().issuedFor({ id, revision: 1 }).newUnsaved());
  current!.entitle(REVISION, [], NOW);
  outdated!.entitle(REVISION - 1, [], NOW);
  await licenseKeys.addAll([current!, outdated!]);
  const handler = new SelectKeysToRecheckHandler(licenseKeys, queries, { execute } as unknown as CommandBus);
  return handler.execute(new SelectKeysToRecheck(events));
};

test('a key that is all that its purchase brings is left out, and one that was issued after all decisions about its grants', async () => {
  const events = ['sole', 'current'].map((grantId, index) => ({ id: `${index}`, customerId: 'customer', grantId }));
  expect(await selected([], ...events)).toEqual(new Set());
});

test.each([
  ['of a customer that was deleted or merged', 'deleted', 'current'],
  ['that may lack flags of its purchase', 'customer', 'outdated'],
  ['that was issued directly', 'customer', null],
  ['whose grant is unknown', 'customer', 'unknown'],
])('a key %s is selected', async (_what, customerId, grantId) => {
  const other = { id: '2', customerId: 'customer', grantId: 'sole' };
  expect(await selected(['deleted'], { id: '1', customerId, grantId }, other)).toEqual(new Set(['1']));
});
