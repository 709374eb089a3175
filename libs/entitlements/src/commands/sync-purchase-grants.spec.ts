import { FindOfferedBenefits } from '#catalog/contract';
import { FindCustomers, FindMemberOfCustomer } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import type { BenefitGrants, PurchaseInBrief } from '../domain/benefit-grants.ts';
import type { OrderPaid } from '../domain/order.events.ts';
import { SyncPurchaseGrants, SyncPurchaseGrantsHandler } from './sync-purchase-grants.ts';

const WHICH = { organizationId: 'organization', orderId: 'order' };
const BOUGHT = { quantities: { product: 2 }, renews_license_key_id: null, at: '2026-01-01T00:00:00.000Z' };
const PAID = { customer_id: 'buyer', recipient_id: 'recipient', seats: null, bought: BOUGHT } as unknown as OrderPaid['payload'];

/** Decides about an order of which so many decisions were made; returns what was read for it. */
async function decide(made: number, paid?: OrderPaid['payload']): Promise<readonly string[]> {
  const read: string[] = [];
  const note = (what: string) => (asked: object) => {
    read.push(`${what} ${JSON.stringify(Object.values(asked))}`);
    return new Map<string, never>();
  };
  const queries = answeringQueries([
    [FindCustomers, note('customers')],
    [FindOfferedBenefits, note('benefits')],
    [FindMemberOfCustomer, () => undefined],
  ]);
  const stored: PurchaseInBrief = {
    customerId: 'reader',
    products: new Map(),
    renewsLicenseKeyId: null,
    boughtAt: new Date(0),
    isBySeats: false,
    revision: made,
  };
  const grants = {
    purchase: async () => (read.push('purchase'), stored),
    sync: async (_which: unknown, revision: number) => revision === made,
  } as unknown as BenefitGrants;
  const handler = new SyncPurchaseGrantsHandler(grants, queries, undefined as never, { now: () => new Date(0) } as Clock);
  await handler.execute(new SyncPurchaseGrants(WHICH, 7, paid));
  return read;
}

test('the first decision about an order is made from what its event tells', async () => {
  expect(await decide(0, PAID)).toEqual(['customers [["recipient"]]', 'benefits [["product"]]']);
});

test('the order is read if something was decided meanwhile, or if the event tells nothing of it', async () => {
  const asked = ['purchase', 'customers [["reader"]]', 'benefits [[]]'];
  expect((await decide(1, PAID)).slice(2)).toEqual(asked);
  expect(await decide(0)).toEqual(asked);
  expect(await decide(0, { ...PAID, bought: undefined })).toEqual(asked);
});
