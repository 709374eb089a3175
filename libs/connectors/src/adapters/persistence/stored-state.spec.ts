import type { Item } from '../../domain/provider-updates.ts';
import { inCurrentForm, type ReportedState, withUpdate } from '../../domain/reported-state.ts';
import type { Version } from '../../domain/event-order.ts';
import { fromStored, type StoredState, toStored } from './stored-state.ts';

const AT = '2026-01-01T00:00:00.000Z';
const VERSION: Version = { at: AT, rank: 1, eventId: 'evt_1' };
const ITEM: Item = { key: 'fact', refs: ['price_1'], productId: null, quantity: 1, amount: 900 };

const SUBSCRIPTION = {
  kind: 'subscription',
  ref: 'sub_1',
  customerRef: 'cus_1',
  status: 'active',
  items: [ITEM],
  currency: 'usd',
  startedAt: AT,
  trialEnd: null,
  endsAt: null,
  canceledAt: null,
} as const;

const reread = (state: ReportedState): ReportedState => fromStored(JSON.parse(JSON.stringify(toStored(state))) as StoredState);

test('states are stored under the names that earlier releases read, and come back as they were', () => {
  const state = withUpdate(undefined, SUBSCRIPTION, VERSION);
  expect(toStored(state)).toEqual({
    kind: 'subscription',
    snapshot: { stamp: VERSION, fact: SUBSCRIPTION },
    history: [{ stamp: VERSION, status: 'active', items: [ITEM] }],
    paid: null,
    toldAt: AT,
  });
  expect(reread(state)).toEqual(state);
  const rival = { ...VERSION, eventId: 'evt_0' };
  const several = withUpdate(state, SUBSCRIPTION, rival);
  expect(toStored(several)).toMatchObject({ rivals: [{ stamp: rival, fact: SUBSCRIPTION }] });
  expect(reread(several)).toEqual(several);
});

test('the form before the history is read; ids of the provider are never taken for names', () => {
  const stored = {
    kind: 'subscription',
    snapshot: { stamp: VERSION, fact: SUBSCRIPTION },
    items: { fact: { stamp: VERSION, item: ITEM } },
    paid: null,
  };
  const state = inCurrentForm(fromStored(stored));
  expect(state).toMatchObject({ initial: { version: VERSION, items: { fact: { item: ITEM, at: AT, isPresent: true } } } });
  expect(toStored(state)).toMatchObject({ initial: { stamp: VERSION, items: { fact: { item: ITEM } } } });
  expect(reread(state)).toEqual(state);
  const refund: ReportedState = { kind: 'refund', aliases: ['pi_1'], totals: { fact: 1, version: 2 } };
  expect(toStored(refund)).toEqual(refund);
});
