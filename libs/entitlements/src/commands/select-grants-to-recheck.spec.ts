import type { CommandBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import type { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { SelectGrantsToRecheck, SelectGrantsToRecheckHandler } from './select-grants-to-recheck.ts';

test('a grant is selected if its customer was deleted or merged, or its benefit was deleted', async () => {
  const benefits = new Map([
    ['kept', { is_deleted: false }],
    ['gone', { is_deleted: true }],
  ]);
  const queries = answeringQueries([[FindBenefits, () => benefits as never]]);
  const execute = async ({ events }: SelectEventsOfDeletedCustomers) =>
    new Set(events.flatMap(({ id, customerIds }) => (customerIds.includes('deleted') ? [id] : [])));
  const handler = new SelectGrantsToRecheckHandler(queries, { execute } as unknown as CommandBus);
  const events = [
    { id: '1', customerId: 'customer', benefitId: 'kept' },
    { id: '2', customerId: 'deleted', benefitId: 'kept' },
    { id: '3', customerId: 'customer', benefitId: 'gone' },
    { id: '4', customerId: 'customer', benefitId: 'unknown' },
  ];
  expect(await handler.execute(new SelectGrantsToRecheck(events))).toEqual(new Set(['2', '3', '4']));
});
