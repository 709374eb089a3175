import { newId, ResourceNotFound } from '#kernel';
import type { BenefitGrant } from '../src/domain/benefit-grant.ts';
import type { BenefitGrants, PurchaseReference } from '../src/domain/benefit-grants.ts';
import { Dispute } from '../src/domain/dispute.ts';
import type { Order } from '../src/domain/order.ts';
import { Subscription } from '../src/domain/subscription.ts';
import { aPurchase, daysAfterNow, due, NOW, shown } from './purchase.builder.ts';
import { NO_REASON } from '../src/domain/cancellation.ts';

/** The event that each decision is due to. */
const EVENT = 1;

export interface OpenedBenefitGrants {
  readonly grants: BenefitGrants;
  /** Stores a purchase. */
  addPurchase(purchase: Subscription | Order): Promise<void>;
  /** Stores a dispute about an order. */
  addDispute(dispute: Dispute): Promise<void>;
  /** The names of the recorded events of a grant, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export const whichOf = (purchase: Subscription | Order): PurchaseReference => ({
  organizationId: purchase.organizationId,
  ...(purchase instanceof Subscription ? { subscriptionId: purchase.id } : { orderId: purchase.id }),
});

/** The contract of every implementation of the port, for grants. */
export function benefitGrantsContract(storage: string, open: () => Promise<OpenedBenefitGrants>): void {
  describe(`grants in ${storage}`, () => {
    let opened: OpenedBenefitGrants;
    let grants: BenefitGrants;
    beforeAll(async () => {
      opened = await open();
      grants = opened.grants;
    });
    afterAll(() => opened.close());

    const [benefit, other] = [newId(), newId()];
    const stored = async <B extends Subscription | Order>(purchase: B): Promise<B> => {
      await opened.addPurchase(purchase);
      return purchase;
    };
    /** Decides with the current revision and returns the grants. */
    async function syncGrants(purchase: Subscription | Order, benefitIds: string[], now = NOW): Promise<BenefitGrant[]> {
      const { revision } = (await grants.purchase(whichOf(purchase)))!;
      let outcome: BenefitGrant[] = [];
      const decided = await grants.sync(whichOf(purchase), revision, (entitlement) => {
        entitlement.sync(
          benefitIds.map((id) => due(id)),
          EVENT,
          now,
        );
        outcome = [...entitlement.grants];
      });
      expect(decided).toBe(true);
      return outcome;
    }

    test.each(['a subscription', 'an order'])('the benefits of %s are granted once and found again', async (kind) => {
      const purchase = await stored(kind === 'an order' ? aPurchase().order() : aPurchase().monthly().subscription());
      expect(await syncGrants(purchase, [benefit, other])).toHaveLength(2);
      const grant = (await syncGrants(purchase, [benefit])).find(({ benefitId }) => benefitId === other);
      expect(shown(grant!)).toMatchObject({ isGranted: false, revokedAt: NOW, revision: 2, customerId: purchase.customerId });
      expect(await syncGrants(purchase, [benefit, other], daysAfterNow(1))).toHaveLength(2);
      expect(await opened.eventsOf(grant!.id)).toEqual([
        'benefit_grant.created',
        'benefit_grant.revoked',
        'benefit_grant.created',
      ]);
    });

    test('a purchase that has ended grants nothing', async () => {
      const subscription = aPurchase().monthly().subscription();
      subscription.revoke(NO_REASON, NOW);
      expect(await syncGrants(await stored(subscription), [benefit])).toEqual([]);
    });

    test.each([
      ['needs_response', true, false],
      ['lost', true, false],
      ['won', true, true],
      ['needs_response', false, true],
    ] as const)('a dispute that is %s and revokes benefits: %s leaves them: %s', async (status, revokeBenefits, isGranted) => {
      const order = await stored(aPurchase().order());
      await syncGrants(order, [benefit]);
      const facts = { amount: 0, taxAmount: 0, reason: null, evidenceDueBy: null, paymentId: 'ch_1' };
      await opened.addDispute(Dispute.create(order.snapshot, { ...facts, status, revokeBenefits }, NOW));
      expect(await syncGrants(order, [benefit])).toMatchObject([{ isGranted }]);
    });

    test('of concurrent decisions with the same revision, one is stored', async () => {
      const order = await stored(aPurchase().order());
      const decide = () => grants.sync(whichOf(order), 0, (entitlement) => entitlement.sync([due(benefit)], EVENT, NOW));
      const decided = await Promise.all(Array.from({ length: 5 }, decide));
      expect(decided.filter(Boolean)).toHaveLength(1);
      expect(await grants.purchase(whichOf(order))).toEqual({
        customerId: order.customerId,
        products: new Map([[order.snapshot.productId, 1]]),
        renewsLicenseKeyId: null,
        boughtAt: expect.any(Date),
        isBySeats: false,
        revision: 1,
      });
    });

    test('seat holders are decided separately from each other and from the purchase', async () => {
      const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 500 }];
      const purchase = await stored(aPurchase().monthly().bySeats(tiers).for(3).subscription());
      const members = [newId(), newId()].sort() as [string, string];
      const holder = (memberId: string) => ({ ...whichOf(purchase), memberId });
      const sync = (memberId: string, revision: number, benefitIds: string[]) =>
        grants.sync(holder(memberId), revision, (entitlement) =>
          entitlement.sync(
            benefitIds.map((id) => due(id)),
            EVENT,
            NOW,
          ),
        );
      const [first, second] = members;
      expect(await Promise.all([sync(first, 0, [benefit]), sync(first, 0, [benefit]), sync(second, 0, [benefit])])).toEqual(
        expect.arrayContaining([true, true, false]),
      );
      expect((await grants.purchase(holder(first)))!.revision).toBe(1);
      expect(await grants.purchase(whichOf(purchase))).toMatchObject({ isBySeats: true, revision: 0 });
      expect(await syncGrants(purchase, [benefit])).toEqual([]);
      expect(await grants.membersGranted(whichOf(purchase), null)).toEqual(members);
      expect(await grants.membersGranted(whichOf(purchase), first)).toEqual([second]);
      expect([await sync(first, 0, []), await sync(first, 1, []), await sync(first, 2, [])]).toEqual([false, true, true]);
      const held = await grants.heldBy(whichOf(purchase), purchase.customerId, null);
      expect(new Set(held.map(({ memberId }) => memberId))).toEqual(new Set(members));
      expect(await grants.heldBy(whichOf(purchase), purchase.customerId, held[0]!.id)).toEqual(held.slice(1));
      expect(await grants.heldBy(whichOf(purchase), newId(), null)).toEqual([]);
      expect(await grants.membersGranted(whichOf(purchase), null)).toEqual([second]);
    });

    test('unknown purchases and purchases of other organizations are not found', async () => {
      const order = await stored(aPurchase().order());
      for (const which of [
        { organizationId: newId(), orderId: order.id },
        { organizationId: order.organizationId, orderId: newId() },
      ]) {
        expect(await grants.purchase(which)).toBeUndefined();
        expect(await grants.sync(which, 0, () => undefined)).toBe(false);
      }
    });

    test('a grant is changed by its id, in its organization', async () => {
      const order = await stored(aPurchase().order());
      const [{ id }] = (await syncGrants(order, [benefit])) as [BenefitGrant];
      const { organizationId } = order;
      const key = { license_key_id: newId(), display_key: '****-ABCDEF' };
      await grants.change({ id, organizationId }, (grant) => grant.setProperties(key, NOW));
      expect(await grants.change({ id, organizationId }, ({ snapshot: { properties } }) => properties)).toEqual(key);
      await expect(grants.change({ id, organizationId: newId() }, () => 1)).rejects.toThrow(ResourceNotFound);
      expect(await opened.eventsOf(id)).toEqual(['benefit_grant.created', 'benefit_grant.updated']);
    });

    test('a grant of a license key is stored as waiting until it knows the key', async () => {
      const order = await stored(aPurchase().order());
      const { organizationId } = order;
      let id = '';
      await grants.sync(whichOf(order), 0, (entitlement) => {
        entitlement.sync([due(benefit, { bringsLicenseKey: true })], EVENT, NOW);
        ({ id } = entitlement.grants[0]!);
      });
      const isWaiting = () => grants.change({ id, organizationId }, (grant) => grant.isWaiting);
      expect(await isWaiting()).toBe(true);
      await grants.change({ id, organizationId }, (grant) => grant.setProperties({ license_key_id: newId() }, NOW));
      expect([await isWaiting(), await opened.eventsOf(id)]).toEqual([false, ['benefit_grant.decided', 'benefit_grant.created']]);
    });

    test('a grant is found by its id, in its organization', async () => {
      const order = await stored(aPurchase().order());
      const [{ id }] = (await syncGrants(order, [benefit])) as [BenefitGrant];
      const { organizationId, customerId } = order;
      const found = await grants.find({ id, organizations: [newId(), organizationId] });
      expect(found).toEqual({ organizationId, customerId, benefitId: benefit });
      await expect(grants.find({ id, organizations: [newId()] })).rejects.toThrow(ResourceNotFound);
    });

    test('the number of the last event grows with every event', async () => {
      const before = await grants.lastEventId();
      await syncGrants(await stored(aPurchase().order()), [benefit]);
      expect(await grants.lastEventId()).toBeGreaterThan(before);
    });

    test('all grants of a benefit or of a customer are changed in pages', async () => {
      const [organizationId, customerId, benefitId] = [newId(), newId(), newId()];
      const orders = Array.from({ length: 205 }, () => aPurchase().of(organizationId).by(customerId).order());
      for (const order of orders) await syncGrants(await stored(order), [benefitId]);
      let seen = 0;
      const all = async (by: (grant: BenefitGrant) => void): Promise<number> => {
        seen = 0;
        let after: string | null = null;
        do {
          after = await grants.changeGranted({ organizationId, benefitId }, after, (grant) => {
            seen += 1;
            by(grant);
          });
        } while (after !== null);
        return seen;
      };
      expect(await all((grant) => grant.renewTerms(true, NOW))).toBe(205);
      expect(await grants.changeGranted({ organizationId, customerId: newId() }, null, () => seen++)).toBeNull();
      expect(await all((grant) => grant.revoke(EVENT, NOW))).toBe(205);
      expect(await all(() => undefined)).toBe(0);
    });

    test('the quantity of each product is that of its lines, and what a purchase renews is stored with it', async () => {
      const renewsLicenseKeyId = newId();
      const order = await stored(aPurchase().and({ quantity: 3 }).reported({ renewsLicenseKeyId }).order());
      expect(await grants.purchase(whichOf(order))).toMatchObject({
        renewsLicenseKeyId,
        products: new Map([
          [order.snapshot.productId, 1],
          [order.snapshot.furtherProductIds[0], 3],
        ]),
      });
      const subscription = await stored(
        aPurchase()
          .monthly()
          .reported({ price: { quantity: 4 }, renewsLicenseKeyId })
          .subscription(),
      );
      const products = new Map([[subscription.productId, 4]]);
      expect(await grants.purchase(whichOf(subscription))).toMatchObject({ renewsLicenseKeyId, products });
      const benefits = [due(benefit, { quantity: 4, isPerPiece: true, renewsLicenseKeyId })];
      await grants.sync(whichOf(subscription), 0, (entitlement) => entitlement.sync(benefits, EVENT, NOW));
      await grants.sync(whichOf(subscription), 1, (entitlement) => {
        expect(entitlement.grants.map(({ ordinal }) => ordinal).sort()).toEqual([1, 2, 3, 4]);
        expect(entitlement.grants.flatMap((grant) => grant.snapshot.renewsLicenseKeyId ?? [])).toEqual([renewsLicenseKeyId]);
      });
    });

    test('the purchases of a benefit are those of which it is granted, each once', async () => {
      const [organizationId, benefitId] = [newId(), newId()];
      const orders = Array.from({ length: 3 }, () => aPurchase().of(organizationId).order());
      const benefits = [due(benefitId, { quantity: 2, isPerPiece: true })];
      for (const order of orders) {
        await stored(order);
        await grants.sync(whichOf(order), 0, (entitlement) => entitlement.sync(benefits, EVENT, NOW));
      }
      await grants.sync(whichOf(orders[0]!), 1, (entitlement) => entitlement.sync([], EVENT, NOW));
      const { purchases, last } = await grants.purchasesWith(organizationId, benefitId, null);
      expect(new Set(purchases)).toEqual(new Set(orders.slice(1).map(whichOf)));
      expect(last).toBeNull();
    });

    test('the purchases of a product are those that entitle or still have grants', async () => {
      const [organizationId, productId] = [newId(), newId()];
      const aPurchaseOfProduct = () => aPurchase().of(organizationId).ofProduct(productId);
      const [order, running, ended] = [
        aPurchaseOfProduct().order(),
        aPurchaseOfProduct().monthly().subscription(),
        aPurchaseOfProduct().monthly().subscription(),
      ];
      ended.revoke(NO_REASON, NOW);
      for (const each of [order, running, ended, aPurchase().of(organizationId).order()]) await stored(each);
      const found = await grants.purchasesOf(organizationId, productId, null);
      expect(found).toEqual([order, running].sort((a, b) => (a.id < b.id ? -1 : 1)).map(whichOf));
      const [first] = [order.id, running.id].sort();
      expect(await grants.purchasesOf(organizationId, productId, first!)).toHaveLength(1);
    });
  });
}
