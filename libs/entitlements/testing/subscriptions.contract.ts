import { newId, ResourceNotFound } from '#kernel';
import type { Subscription } from '../src/domain/subscription.ts';
import type { Subscriptions } from '../src/domain/subscriptions.ts';
import { ExternalIdTaken } from '../src/domain/purchase.ts';
import { aPurchase, daysAfterNow, NOW, shown } from './purchase.builder.ts';
import { NO_REASON } from '../src/domain/cancellation.ts';

export interface OpenedSubscriptions {
  readonly subscriptions: Subscriptions;
  /** The names of the recorded events of a subscription, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

/** The contract of every implementation of the port, for subscriptions. */
export function subscriptionsContract(storage: string, open: () => Promise<OpenedSubscriptions>): void {
  describe(`subscriptions in ${storage}`, () => {
    let opened: OpenedSubscriptions;
    let subscriptions: Subscriptions;
    beforeAll(async () => {
      opened = await open();
      subscriptions = opened.subscriptions;
    });
    afterAll(() => opened.close());

    const stored = async (purchase = aPurchase().monthly()): Promise<Subscription> => {
      const subscription = purchase.subscription();
      await subscriptions.add(subscription);
      return subscription;
    };
    const which = ({ id, organizationId }: Subscription) => ({ id, organizations: [organizationId] });
    const end = (subscription: Subscription) => subscriptions.change(which(subscription), (each) => each.revoke(NO_REASON, NOW));

    test('a subscription is stored as it is, with its created events', async () => {
      const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 500 }];
      const created = await stored(aPurchase().monthly(3).withTrialOf(14).bySeats(tiers).for(3));
      const found = await subscriptions.change(which(created), ({ snapshot, entitles }) => ({
        amount: snapshot.amount,
        seats: snapshot.seats,
        metadata: snapshot.metadata,
        status: snapshot.status,
        trialEnd: snapshot.trialEnd,
        entitles,
        prices: snapshot.priceIds.length,
      }));
      expect(found).toEqual({
        amount: 1500,
        seats: 3,
        metadata: { plan: 'pro' },
        status: 'trialing',
        trialEnd: daysAfterNow(14),
        entitles: true,
        prices: 1,
      });
      expect(await opened.eventsOf(created.id)).toEqual(['subscription.created']);
    });

    test('the details of a customer’s subscriptions are erased once, amounts stay', async () => {
      const subscription = await stored();
      const { organizationId, customerId } = subscription;
      const { amount } = subscription.snapshot;
      expect(await subscriptions.eraseDetails(newId(), customerId)).toBe(0);
      expect(await subscriptions.eraseDetails(organizationId, customerId)).toBe(1);
      expect(await subscriptions.eraseDetails(organizationId, customerId)).toBe(0);
      const found = await subscriptions.change(which(subscription), (each) => ({
        amount: each.snapshot.amount,
        metadata: each.snapshot.metadata,
      }));
      expect(found).toEqual({ amount, metadata: {} });
    });

    test('a change is visible to the next change; a rejected change stores nothing', async () => {
      const subscription = await stored();
      await end(subscription);
      await expect(end(subscription)).rejects.toThrow('already canceled');
      expect(await subscriptions.change(which(subscription), ({ snapshot }) => [snapshot.status, snapshot.endedAt])).toEqual([
        'canceled',
        NOW,
      ]);
      expect(await opened.eventsOf(subscription.id)).toHaveLength(5);
    });

    test('unknown and foreign subscriptions are not found', async () => {
      const { id, organizationId } = await stored();
      const lookUp = (wanted: string, organizations: string[]) =>
        subscriptions.change({ id: wanted, organizations }, () => 'seen');
      await expect(lookUp(newId(), [organizationId])).rejects.toThrow(ResourceNotFound);
      await expect(lookUp(id, [newId()])).rejects.toThrow(ResourceNotFound);
      expect(await lookUp(id, [newId(), organizationId])).toBe('seen');
    });

    test('of ten concurrent attempts to add the only subscription, one succeeds', async () => {
      const [organization, customer] = [newId(), newId()];
      const created = () => aPurchase().monthly().of(organization).by(customer).subscription();
      const added = await Promise.all(Array.from({ length: 10 }, () => subscriptions.addSole(created())));
      expect(added.filter(Boolean)).toHaveLength(1);
      const [only, ...others] = await subscriptions.liveOf(organization, customer);
      expect(others).toEqual([]);
      await subscriptions.change({ id: only!, organizations: [organization] }, (each) => each.revoke(NO_REASON, NOW));
      expect(await subscriptions.liveOf(organization, customer)).toEqual([]);
      expect(await subscriptions.addSole(created())).toBe(true);
    });

    test('an external id is used once, by whichever way the subscription is added', async () => {
      const organization = newId();
      const reported = () =>
        aPurchase()
          .monthly()
          .of(organization)
          .reported({ externalId: { id: 'sub_1', source: '' } })
          .subscription();
      const [first, second, third] = [reported(), reported(), reported()];
      await subscriptions.add(first);
      await expect(subscriptions.add(second)).rejects.toThrow(ExternalIdTaken);
      await expect(subscriptions.addSole(third)).rejects.toThrow(ExternalIdTaken);
      expect(await subscriptions.findByExternalId(organization, { id: 'sub_1', source: '' })).toBe(first.id);
      expect(await subscriptions.change(which(first), ({ snapshot: { originalTerms } }) => originalTerms)).toEqual(
        first.snapshot.originalTerms,
      );
    });

    test('the only subscription is that of the recipient, if there is one', async () => {
      const [organization, reseller, recipient] = [newId(), newId(), newId()];
      const given = (recipientId: string | null, customerId = reseller) =>
        aPurchase().monthly().of(organization).by(customerId).reported({ recipientId }).subscription();
      expect(await subscriptions.addSole(given(recipient))).toBe(true);
      expect(await subscriptions.addSole(given(newId()))).toBe(true);
      expect(await subscriptions.addSole(given(null))).toBe(true);
      expect(await subscriptions.addSole(given(recipient, newId()))).toBe(false);
      expect(await subscriptions.addSole(given(null, recipient))).toBe(false);
    });

    test('only subscriptions that are due are advanced', async () => {
      const [ending, continuing, inGrace, later] = [
        await stored(),
        await stored(),
        await stored(),
        await stored(aPurchase().monthly(6)),
      ];
      await subscriptions.change(which(ending), (each) => each.cancel(NO_REASON, NOW));
      await subscriptions.change(which(inGrace), (each) => each.fallPastDue({ graceDays: 3, dunningDays: 30 }, NOW));
      const advance = async (now: Date): Promise<void> => {
        while ((await subscriptions.changeDue(now, (each) => each.advance(now))) > 0);
      };
      const states = () =>
        Promise.all(
          [ending, continuing, inGrace, later].map((each) =>
            subscriptions.change(which(each), ({ status, entitles }) => `${status} ${entitles}`),
          ),
        );
      await advance(daysAfterNow(4));
      expect(await states()).toEqual(['active true', 'active true', 'past_due false', 'active true']);
      await advance(daysAfterNow(70));
      expect(await states()).toEqual(['canceled false', 'active true', 'canceled false', 'active true']);
      const cycles = async (each: Subscription) =>
        (await opened.eventsOf(each.id)).filter((name) => name === 'subscription.cycled').length;
      expect([await cycles(ending), await cycles(continuing), await cycles(later)]).toEqual([0, 2, 0]);
    });

    test('a change of the product, a pause and an update are stored', async () => {
      const subscription = await stored();
      const [now, next] = [aPurchase().yearly().metered('month').costing(7).offered(), aPurchase().monthly().offered()];
      await subscriptions.change(which(subscription), (each) => {
        each.changeProduct(now, 'now', NOW);
        each.changeProduct(next, 'next_period', NOW);
        each.schedulePause(daysAfterNow(400), NOW);
        each.setMetadata({ plan: 'max' }, NOW);
      });
      await subscriptions.change(which(subscription), (each) => {
        expect(shown(each)).toMatchObject({
          productId: now.productId,
          priceIds: [now.prices[0]!.id],
          amount: 7,
          recurringInterval: 'year',
          meterInterval: 'month',
          pendingUpdate: { createdAt: NOW.toISOString(), offer: next },
          pauseAtPeriodEnd: true,
          resumesAt: daysAfterNow(400),
          metadata: { plan: 'max' },
        });
      });
    });

    test('a subscription with scheduled seats waits for them at the end of its period, and is found then', async () => {
      const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
      const [waiting, ending, other] = [
        await stored(aPurchase().monthly().bySeats(tiers).for(5)),
        await stored(aPurchase().monthly().bySeats(tiers).for(5)),
        await stored(),
      ];
      for (const each of [waiting, ending]) await subscriptions.change(which(each), (one) => one.scheduleSeats(3, NOW));
      await subscriptions.change(which(ending), (each) => each.cancel(NO_REASON, NOW));
      await subscriptions.change(which(other), (each) => each.changeProduct(aPurchase().monthly().offered(), 'next_period', NOW));
      const [before, over] = [daysAfterNow(27), daysAfterNow(28)];
      expect([await subscriptions.withSeatsDue(before), await subscriptions.withSeatsDue(over)]).toEqual([[], [which(waiting)]]);
      while ((await subscriptions.changeDue(over, (each) => each.advance(over))) > 0);
      const periods = [waiting, ending, other].map((each) =>
        subscriptions.change(which(each), ({ status, pendingUpdate }) => [status, pendingUpdate?.seats]),
      );
      expect(await Promise.all(periods)).toEqual([
        ['active', 3],
        ['canceled', undefined],
        ['active', undefined],
      ]);
      const { prices } = aPurchase().bySeats(tiers).offered();
      await subscriptions.change(which(waiting), (each) => each.settleSeats({ seats: 3, revision: 1 }, prices, over));
      expect(await subscriptions.withSeatsDue(over)).toEqual([]);
    });

    test('a subscription is due when its pause or its dunning period ends; a paused one is not due otherwise', async () => {
      const [paused, resuming, late] = [await stored(), await stored(), await stored(aPurchase().yearly())];
      await subscriptions.change(which(paused), (each) => each.schedulePause(null, NOW));
      await subscriptions.change(which(resuming), (each) => each.schedulePause(daysAfterNow(40), NOW));
      await subscriptions.change(which(late), (each) => each.fallPastDue({ graceDays: 3, dunningDays: 35 }, NOW));
      const statusesOn = async (day: number) => {
        while ((await subscriptions.changeDue(daysAfterNow(day), (each) => each.advance(daysAfterNow(day)))) > 0);
        return Promise.all([paused, resuming, late].map((each) => subscriptions.change(which(each), ({ status }) => status)));
      };
      expect(await statusesOn(34)).toEqual(['paused', 'paused', 'past_due']);
      expect(await statusesOn(39)).toEqual(['paused', 'paused', 'canceled']);
      expect(await statusesOn(41)).toEqual(['paused', 'active', 'canceled']);
    });

    test('subscriptions whose meter period ends are due', async () => {
      const [weekly, plain] = [await stored(aPurchase().monthly(6).metered('week')), await stored(aPurchase().monthly(6))];
      while ((await subscriptions.changeDue(daysAfterNow(15), (each) => each.advance(daysAfterNow(15)))) > 0);
      expect((await opened.eventsOf(weekly.id)).filter((name) => name === 'subscription.meter_cycled')).toHaveLength(2);
      expect(await opened.eventsOf(plain.id)).toEqual(['subscription.created', 'subscription.active']);
      const period = await subscriptions.change(which(weekly), (each) => [
        each.snapshot.currentMeterPeriodStart,
        each.snapshot.currentMeterPeriodEnd,
      ]);
      expect(period).toEqual([daysAfterNow(14), daysAfterNow(21)]);
    });
  });
}
