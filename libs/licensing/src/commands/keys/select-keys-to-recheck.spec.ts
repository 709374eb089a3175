import type { CommandBus } from '@nestjs/cqrs';
import type { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { FindGrantsOfPurchase, type GrantsOfPurchase } from '#entitlements/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { SelectKeysToRecheck, SelectKeysToRecheckHandler } from './select-keys-to-recheck.ts';

const grants = (...ids: string[]): GrantsOfPurchase => ({
  organizationId: 'organization',
  revision: 1,
  grants: ids.map((id) => ({ id, benefitId: `benefit of ${id}`, isGranted: true })),
});

const PURCHASES: Readonly<Record<string, GrantsOfPurchase>> = { sole: grants('sole'), one: grants('one', 'other') };

const selected = (deleted: readonly string[], ...events: SelectKeysToRecheck['events'][number][]) => {
  const queries = answeringQueries([[FindGrantsOfPurchase, ({ grantId }: FindGrantsOfPurchase) => PURCHASES[grantId]]]);
  const execute = async (command: SelectEventsOfDeletedCustomers) =>
    new Set(command.events.flatMap(({ id, customerIds }) => (customerIds.some((each) => deleted.includes(each)) ? [id] : [])));
  const handler = new SelectKeysToRecheckHandler(queries, { execute } as unknown as CommandBus);
  return handler.execute(new SelectKeysToRecheck(events));
};

test('a key that is all that its purchase brings is left out', async () => {
  expect(await selected([], { id: '1', customerId: 'customer', grantId: 'sole' })).toEqual(new Set());
});

test.each([
  ['of a customer that was deleted or merged', 'deleted', 'sole'],
  ['whose purchase brings more', 'customer', 'one'],
  ['that was issued directly', 'customer', null],
  ['whose grant is unknown', 'customer', 'unknown'],
])('a key %s is selected', async (_what, customerId, grantId) => {
  const other = { id: '2', customerId: 'customer', grantId: 'sole' };
  expect(await selected(['deleted'], { id: '1', customerId, grantId }, other)).toEqual(new Set(['1']));
});
