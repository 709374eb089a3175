import type { QueryBus } from '@nestjs/cqrs';
import { SearchAll, SearchAllHandler } from './search-all.ts';

const HERE = ['00000000-0000-4000-8000-000000000001'];

/** The queries that a search has asked before any of them is answered. */
function askedAtOnce(organizations: Partial<SearchAll['organizations']>): string[] {
  const asked: string[] = [];
  const unanswered = (query: object): Promise<never> => {
    asked.push(query.constructor.name);
    return new Promise(() => undefined);
  };
  const none = {
    license_key: [],
    customer: [],
    order: [],
    subscription: [],
    product: [],
    note: [],
    undelivered_purchase: [],
    seesOrdersOf: [],
  };
  void new SearchAllHandler({ execute: unanswered } as unknown as QueryBus).execute(
    new SearchAll({ ...none, ...organizations }, 'ada', 5),
  );
  return asked.sort();
}

test('everything is looked for at the same time', () => {
  const all = {
    license_key: HERE,
    customer: HERE,
    order: HERE,
    subscription: HERE,
    product: HERE,
    note: HERE,
    undelivered_purchase: HERE,
  };
  expect(askedAtOnce(all)).toEqual([
    'SearchCustomers',
    'SearchKeys',
    'SearchNotes',
    'SearchProducts',
    'SearchPurchases',
    'SearchPurchases',
    'SearchUndelivered',
  ]);
});

test('a kind that the caller may not read is not looked for', () => {
  expect(askedAtOnce({ product: HERE })).toEqual(['SearchProducts']);
  expect(askedAtOnce({ order: HERE })).toEqual(['SearchCustomers', 'SearchPurchases']);
});
