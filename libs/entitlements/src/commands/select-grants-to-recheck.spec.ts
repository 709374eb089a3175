import type { CommandBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import type { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { SelectGrantsToRecheck, SelectGrantsToRecheckHandler } from './select-grants-to-recheck.ts';

test('a grant is selected if its customer was deleted or merged, or its benefit was deleted or changed', async () => {
  const benefits = new Map([
    ['kept', { type: 'license_keys', is_deleted: false, modified_at: new Date(2000) }],
    ['credited', { type: 'meter_credit', is_deleted: false, modified_at: new Date(2000) }],
    ['gone', { is_deleted: true }],
  ]);
  const queries = answeringQueries([[FindBenefits, () => benefits as never]]);
  const execute = async ({ events }: SelectEventsOfDeletedCustomers) =>
    new Set(events.flatMap(({ id, customerIds }) => (customerIds.includes('deleted') ? [id] : [])));
  const handler = new SelectGrantsToRecheckHandler(queries, { execute } as unknown as CommandBus);
  const told = (modified_at: string | null) => ({ type: 'license_keys', modified_at, properties: {} });
  const [current, before] = [told(new Date(2000).toISOString()), told(null)];
  const events = [
    { id: '1', customerId: 'customer', benefitId: 'kept', terms: undefined },
    { id: '2', customerId: 'deleted', benefitId: 'kept', terms: undefined },
    { id: '3', customerId: 'customer', benefitId: 'gone', terms: undefined },
    { id: '4', customerId: 'customer', benefitId: 'unknown', terms: undefined },
    { id: '5', customerId: 'customer', benefitId: 'kept', terms: current },
    { id: '6', customerId: 'customer', benefitId: 'kept', terms: before },
    { id: '7', customerId: 'customer', benefitId: 'credited', terms: before },
  ];
  expect(await handler.execute(new SelectGrantsToRecheck(events))).toEqual(new Set(['2', '3', '4', '6']));
});
