import { newId, ResourceNotFound } from '#kernel';
import { Connector } from '../src/domain/connector.ts';
import type { Connectors } from '../src/domain/connectors.ts';
import type { BuyerValue, PaymentUpdate, ProviderUpdate } from '../src/domain/provider-updates.ts';
import type { ProviderEvent, ProviderEvents } from '../src/domain/provider-events.ts';
import { failed, ignored, type Outcome, PROCESSED, waiting } from '../src/domain/outcome.ts';
import type { ProviderObject, ProviderObjects } from '../src/domain/provider-objects.ts';
import type { ConnectorSource, UndeliveredPurchase, UndeliveredPurchases } from '../src/domain/undelivered-purchases.ts';

export interface OpenedConnectors {
  readonly connectors: Connectors;
  readonly events: ProviderEvents;
  readonly objects: ProviderObjects;
  readonly undelivered: UndeliveredPurchases;
  /** The payloads of the recorded events of an organization, with the ids of their aggregates as `id`, oldest first. */
  payloadsOf(organizationId: string, name: string): Promise<{ readonly id: string; readonly [field: string]: unknown }[]>;
  /** The names of the recorded events of an aggregate, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  /** What became of an event. */
  statusOf(id: string): Promise<string>;
  close(): Promise<void>;
}

const NOW = new Date('2026-06-01T12:00:00.000Z');
const daysAfterNow = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const VERSION = { at: NOW.toISOString(), rank: 1, eventId: 'evt_1' };
const RECEIVED = 'connector_event.received';

/** The contract of every implementation of the four ports: what one stores, the others refer to. */
export function connectorsContract(storage: string, open: () => Promise<OpenedConnectors>): void {
  describe(`connectors in ${storage}`, () => {
    let opened: OpenedConnectors;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const stored = async (organizationId = newId(), account: string | null = null): Promise<Connector> => {
      const attributes = {
        name: null,
        account,
        isTest: false,
        entitlement: 'provider_status' as const,
        customerEmail: 'ask' as const,
        unmapped: 'report' as const,
        ownMetadata: null,
        secret: Buffer.from('encrypted'),
      };
      const connector = Connector.create({ ...attributes, organizationId, provider: 'stripe' }, NOW);
      await opened.connectors.add(connector);
      return connector;
    };
    const which = ({ id, organizationId }: Connector) => ({ id, organizations: [newId(), organizationId] });
    const received = async (
      { id: connectorId, organizationId }: Connector,
      at = NOW,
      externalId = newId(),
      body = '{"id": 1}',
    ): Promise<ProviderEvent> => {
      const of = { id: newId(), organizationId, connectorId, externalId, type: 'invoice.paid', occurredAt: NOW };
      const event = { ...of, isTest: false, account: null, body };
      expect(await opened.events.add(event, at)).toBe(true);
      return event;
    };
    const merge = async (...named: Parameters<ProviderObjects['merge']>): Promise<string[]> =>
      (await opened.objects.merge(...named)).map(({ id }) => id);
    const customer = (ref: string, email: string | null = 'a@example.com'): ProviderUpdate => ({
      kind: 'customer',
      ref,
      email: email as unknown as BuyerValue<string> | null,
      name: null,
    });
    const payment = (ref: string, more: Partial<PaymentUpdate> = {}): PaymentUpdate => ({
      kind: 'payment',
      ref,
      aliases: [],
      customerRef: 'cus_1',
      subscriptionRef: null,
      reason: 'purchase',
      maybeOfSubscription: false,
      lines: [],
      amount: 100,
      taxAmount: 0,
      currency: 'usd',
      paidAt: NOW.toISOString(),
      ...more,
    });

    test('a connector is found until it is deleted, and changed within its organization only', async () => {
      const connector = await stored();
      const { connectors } = opened;
      await connectors.change(which(connector), (each) => each.update({ name: 'Production', account: 'acct_1' }, NOW));
      expect(await connectors.find(connector.id)).toMatchObject({ name: 'Production', account: 'acct_1', modifiedAt: NOW });
      const foreign = { id: connector.id, organizations: [newId()] };
      await expect(connectors.change(foreign, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
      await expect(connectors.mapPrice(foreign, { externalId: 'p', productId: newId() }, () => undefined)).rejects.toBeInstanceOf(
        ResourceNotFound,
      );
      await connectors.change(which(connector), (each) => each.delete(NOW));
      expect(await connectors.find(connector.id)).toBeUndefined();
      await expect(connectors.change(which(connector), () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
    });

    test('a price has the product that it was mapped to last, which is published, and none after that', async () => {
      const [connector, other] = [await stored(), await stored()];
      const [first, second] = [newId(), newId()];
      const map = (externalId: string, productId: string) =>
        opened.connectors.mapPrice(which(connector), { externalId, productId }, (each) => each.changePrices(NOW));
      await map('price_1', first);
      await map('price_1', second);
      await map('price_2', first);
      const products = (of: Connector) => opened.connectors.productsOf(of.id, ['price_1', 'price_2', 'price_3', 'price_1']);
      expect(new Map(await products(connector))).toEqual(
        new Map([
          ['price_1', second],
          ['price_2', first],
        ]),
      );
      expect([...(await products(other))]).toEqual([]);
      const ofMeter = { externalId: 'price_2', productId: null, meterId: newId() };
      await opened.connectors.mapPrice(which(connector), ofMeter, (each) => each.changePrices(NOW));
      expect((await products(connector)).get('price_2')).toBeNull();
      const unmap = () => opened.connectors.unmapPrice(which(connector), 'price_1', (each) => each.changePrices(NOW));
      await unmap();
      await expect(unmap()).rejects.toBeInstanceOf(ResourceNotFound);
      expect([...(await products(connector)).keys()]).toEqual(['price_2']);
      expect(await opened.eventsOf(connector.id)).toEqual(Array(5).fill('connector_prices.changed'));
    });

    test('an event is stored and published once for each connector', async () => {
      const [connector, other] = [await stored(), await stored()];
      const event = await received(connector, NOW, 'evt_same');
      expect(await opened.events.add({ ...event, id: newId(), body: 'again' }, NOW)).toBe(false);
      expect(await opened.events.find(event.id)).toEqual({ ...event, objectId: null, mayBeListed: expect.any(Boolean) });
      expect(await opened.events.find(newId())).toBeUndefined();
      await received(other, NOW, 'evt_same');
      expect(await opened.eventsOf(event.id)).toEqual([RECEIVED]);
      const { id, connectorId, organizationId } = event;
      expect(await opened.events.organizationOf({ id, connectorId, organizations: [organizationId] })).toBe(organizationId);
      const foreign = opened.events.organizationOf({ id, connectorId, organizations: [other.organizationId] });
      await expect(foreign).rejects.toBeInstanceOf(ResourceNotFound);
    });

    test('events are processed again by what became of them and by their time; old ones are deleted once they are done', async () => {
      const connector = await stored();
      const ids = { failed: '', waiting: '', processed: '', ignored: '', pending: '' };
      const days = { failed: 0, waiting: 1, processed: 2, ignored: 3, pending: 4 };
      for (const status of Object.keys(ids) as (keyof typeof ids)[])
        ids[status] = (await received(connector, daysAfterNow(days[status]))).id;
      await opened.events.settle(ids.failed, failed('refused', 'No'), NOW);
      await opened.events.settle(ids.waiting, waiting('not_paid', 'Not yet'), NOW);
      await opened.events.settle(ids.processed, PROCESSED, NOW);
      await opened.events.settle(ids.ignored, ignored('not_relevant', 'No'), NOW);
      const again = (selection: object) => opened.events.retryBatch({ connectorId: connector.id, ...selection }, null, NOW);
      expect(await again({ statuses: ['failed'], from: daysAfterNow(1) })).toEqual({ count: 0, last: null });
      expect(await again({ statuses: ['failed', 'waiting'], to: daysAfterNow(1) })).toEqual({ count: 1, last: null });
      expect([await opened.statusOf(ids.failed), await opened.statusOf(ids.waiting)]).toEqual(['pending', 'waiting']);
      expect(await opened.eventsOf(ids.failed)).toEqual([RECEIVED, RECEIVED]);
      await opened.events.retry(ids.waiting, NOW);
      expect(await opened.statusOf(ids.waiting)).toBe('pending');
      expect(await opened.events.deleteOld(daysAfterNow(3))).toBe(1);
      expect(await opened.events.find(ids.processed)).toBeUndefined();
      expect(await again({})).toEqual({ count: 4, last: null });
    });

    test('updates about one object are merged; what became of it is what became of its events, unless something later is known', async () => {
      const connector = await stored();
      const [first, second] = [await received(connector), await received(connector)];
      const [id, ...others] = await merge(first, [customer('cus_1', null)], VERSION, NOW);
      expect(others).toEqual([]);
      const begun = await opened.objects.begin(id!);
      expect(begun).toMatchObject({ organizationId: connector.organizationId, ref: 'cus_1', resultId: null });
      expect(await merge(second, [customer('cus_1')], { ...VERSION, eventId: 'evt_2' }, NOW)).toEqual([id]);
      await opened.objects.settle(begun, { outcome: PROCESSED, resultId: null }, NOW);
      expect([await opened.statusOf(first.id), await opened.statusOf(second.id)]).toEqual(['pending', 'pending']);
      await opened.objects.settle(await opened.objects.begin(id!), { outcome: failed('refused', 'No'), resultId: null }, NOW);
      expect([await opened.statusOf(first.id), await opened.statusOf(second.id)]).toEqual(['failed', 'failed']);
      await opened.objects.settle(
        await opened.objects.begin(id!),
        { outcome: waiting('not_paid', 'Not yet'), resultId: null },
        NOW,
      );
      await opened.events.retryOfObject(id!, NOW);
      expect(await opened.statusOf(first.id)).toBe('pending');
      await opened.objects.settle(await opened.objects.begin(id!), { outcome: failed('refused', 'No'), resultId: null }, NOW);
      await opened.events.retryOfObject(id!, NOW);
      expect([await opened.statusOf(first.id), await opened.eventsOf(first.id)]).toEqual([
        'pending',
        [RECEIVED, RECEIVED, RECEIVED],
      ]);
      const [resultId, late] = [newId(), newId()];
      await opened.objects.link(id!, resultId);
      await opened.objects.link(id!, late);
      const found = await opened.objects.find(connector.id, 'customer', 'cus_1');
      expect(found).toMatchObject({ id, resultId, reported: { customer: { update: { email: 'a@example.com' } } } });
      expect(await opened.objects.find((await stored()).id, 'customer', 'cus_1')).toBeUndefined();
      expect(await opened.objects.find(connector.id, 'payment', 'cus_1')).toBeUndefined();
    });

    test('what another connector of the account tells, also a deleted one, is about the same object; what one of another account tells is not', async () => {
      const first = await stored();
      const { organizationId } = first;
      const [second, elsewhere] = [await stored(organizationId), await stored(organizationId, 'acct_1')];
      expect(await opened.connectors.ofAccount(second.id)).toEqual([first.id, second.id].sort());
      const updates = [payment('in_1', { aliases: ['pi_1'], subscriptionRef: 'sub_1' }), customer('cus_1')];
      const [paid, buyer] = await merge(await received(first), updates, VERSION, NOW);
      const orderId = newId();
      await opened.objects.link(paid!, orderId);
      await opened.connectors.change(which(first), (each) => each.delete(NOW));
      const refund: ProviderUpdate = { kind: 'refund', ref: 'ch_1', aliases: ['pi_1'], totals: { ch_1: 100 } };
      const period: ProviderUpdate = { kind: 'paid_period', ref: 'sub_1', start: null, end: '2026-07-01', since: '2026-06-01' };
      const version = { ...VERSION, eventId: 'evt_2' };
      const told = await opened.objects.merge(
        await received(second),
        [refund, payment('in_1', { subscriptionRef: 'sub_1' }), customer('cus_1'), period],
        version,
        NOW,
      );
      expect(told.map(({ id }) => id).slice(1, 3)).toEqual([paid, buyer]);
      expect(told[1]).toMatchObject({ connectorId: second.id, resultId: orderId, revision: 2, createdAt: NOW });
      const { objects } = opened;
      for (const { id } of [first, second]) {
        expect(await objects.find(id, 'payment', 'in_1')).toMatchObject({ id: paid, reported: { aliases: ['in_1', 'pi_1'] } });
        expect(await objects.known(id, 'payment', ['pi_1'])).toMatchObject([{ id: paid }]);
      }
      expect((await objects.waitingFor(told[1]!)).map(({ id }) => id)).toEqual([told[0]!.id]);
      expect((await objects.waitingFor(told[2]!)).map(({ id }) => id)).toEqual([paid]);
      expect((await objects.waitingFor(told[3]!)).map(({ id }) => id)).toEqual([paid]);
      const [of] = await objects.customers(organizationId, null, null);
      expect([...(await objects.idsAbout(of!))].sort()).toEqual([buyer, paid, told[0]!.id].sort());
      expect(await objects.find(elsewhere.id, 'payment', 'in_1')).toBeUndefined();
      expect(await objects.known(elsewhere.id, 'payment', ['pi_1'])).toEqual([]);
    });

    test('merges and beginnings at the same time have a revision each, and nothing of them is lost', async () => {
      const connector = await stored();
      const events = [await received(connector), await received(connector), await received(connector)];
      const updates = events.map((_, index) => [payment('in_1', { aliases: [`pi_${index}`] }), customer(`cus_${index}`)]);
      const merged = await Promise.all(
        events.map((event, index) => opened.objects.merge(event, updates[index]!, { ...VERSION, eventId: `evt_${index}` }, NOW)),
      );
      const [{ id }] = merged[0] as [ProviderObject];
      const begun = await Promise.all([opened.objects.begin(id), opened.objects.begin(id)]);
      const revisions = [...merged.map(([object]) => object!), ...begun].map(({ revision }) => revision);
      expect(revisions.toSorted()).toEqual([1, 2, 3, 4, 5]);
      expect(begun.map(({ reported }) => 'aliases' in reported && reported.aliases)).toEqual([
        ['in_1', 'pi_0', 'pi_1', 'pi_2'],
        ['in_1', 'pi_0', 'pi_1', 'pi_2'],
      ]);
      const orders = { il_1: newId(), il_2: newId() };
      await Promise.all(Object.entries(orders).map(([part, order]) => opened.objects.linkOrder(id, part, order)));
      await opened.objects.linkOrder(id, 'il_1', newId());
      const linked = await opened.objects.begin(id);
      expect((await opened.objects.begin(id, linked.revision)).revision).toBe(linked.revision);
      expect([linked.orders, Object.values(orders)]).toEqual([orders, expect.arrayContaining([linked.resultId])]);
      const results = begun.map((object) => opened.objects.settle(object, { outcome: PROCESSED, resultId: newId() }, NOW));
      await Promise.all(results);
      expect(await opened.objects.find(connector.id, 'payment', 'in_1')).toMatchObject({ resultId: linked.resultId });
      expect(await Promise.all(events.map((event) => opened.statusOf(event.id)))).toEqual(['pending', 'pending', 'pending']);
      await opened.objects.settle(linked, { outcome: PROCESSED, resultId: null }, NOW);
      expect(await Promise.all(events.map((event) => opened.statusOf(event.id)))).toEqual([
        'processed',
        'processed',
        'processed',
      ]);
    });

    test('what depends on an object is worked on after it until it is processed; disputes in any case', async () => {
      const connector = await stored();
      const { objects } = opened;
      const [dispute, refund]: ProviderUpdate[] = [
        { kind: 'dispute', ref: 'dp_1', aliases: ['pi_1'], status: 'under_review', total: 5, reason: null, evidenceDueBy: null },
        { kind: 'refund', ref: 're_1', aliases: ['pi_1'], totals: { re_1: 50 } },
      ];
      const period: ProviderUpdate = { kind: 'paid_period', ref: 'sub_1', start: null, end: '2026-07-01', since: '2026-06-01' };
      const paid = payment('in_1', { subscriptionRef: 'sub_1', aliases: ['pi_1'] });
      const updates = [customer('cus_1'), period, paid, payment('in_2', { customerRef: 'cus_2' }), refund!, dispute!];
      const merged = await objects.merge(await received(connector), updates, VERSION, NOW);
      const [ofCustomer, ofSubscription, ofPayment, other, ofRefund, ofDispute] = merged.map(({ id }) => id);
      const waitingFor = async (index: number) => (await objects.waitingFor(merged[index]!)).map(({ id }) => id).sort();
      const all = () => Promise.all(merged.map((_, index) => waitingFor(index)));
      const dependents = [[ofPayment], [ofPayment], [ofRefund, ofDispute].sort(), [], [], []];
      expect(await all()).toEqual(dependents);
      const settle = async (outcome: Outcome, ...ids: (string | undefined)[]) => {
        for (const id of ids) await objects.settle(await objects.begin(id!), { outcome, resultId: null }, NOW);
      };
      await settle(waiting('not_paid', 'No'), ofCustomer, ofSubscription, ofPayment, other, ofDispute);
      await settle(failed('refused', 'No'), ofRefund);
      expect(await all()).toEqual(dependents);
      await settle(PROCESSED, ofPayment, ofRefund, ofDispute);
      expect(await all()).toEqual([[], [], [ofDispute], [], [], []]);
      const known = async (kind: 'payment' | 'refund', ...aliases: string[]) =>
        (await objects.known(connector.id, kind, aliases)).map(({ id }) => id);
      expect(await Promise.all([known('refund', 'in_1', 'pi_1'), known('payment', 'pi_1'), known('refund', 'in_2')])).toEqual([
        [ofRefund],
        [ofPayment],
        [],
      ]);
    });

    test('the personal data of a customer is erased in everything that is about it, and in what is about nothing', async () => {
      const connector = await stored();
      const { id: connectorId, organizationId } = connector;
      const { objects, events } = opened;
      const event = async (body: string) => received(connector, NOW, newId(), body);
      const bodyOf = async ({ id }: { readonly id: string }) => (await events.find(id))!.body;
      const own = await event('of the customer');
      const [id, paid] = await merge(own, [customer('cus_1'), payment('in_1', { aliases: ['pi_1'] })], VERSION, NOW);
      const refunded = await event('of a refund');
      const refund: ProviderUpdate = { kind: 'refund', ref: 're_1', aliases: ['pi_1'], totals: { re_1: 50 } };
      const [refundId] = await merge(refunded, [refund], VERSION, NOW);
      const other = await event('of another customer');
      const [otherId] = await merge(other, [customer('cus_2', 'b@example.com')], VERSION, NOW);
      const unread = [await event('{"email":"A@example.com"}'), await event('{"email":"ba@example.com"}')];
      for (const each of unread) await events.settle(each.id, ignored('not_relevant', 'No'), NOW);
      const pending = await event('{"email":"a@example.com"}');

      const found = async (are: readonly string[] | null) =>
        (await objects.customers(organizationId, are, null)).map((each) => each.id);
      expect(await found(null)).toEqual([id, otherId].sort());
      const resultId = newId();
      await objects.link(id!, resultId);
      expect([await found(null), await found([newId(), resultId]), await found([])]).toEqual([[otherId], [id], []]);
      expect(await objects.customers(organizationId, [resultId], id!)).toEqual([]);
      expect(await objects.customers(newId(), [resultId], null)).toEqual([]);

      const [first] = await objects.customers(organizationId, [resultId], null);
      const ids = await objects.idsAbout(first!);
      expect([...ids].sort()).toEqual([id, paid, refundId].sort());
      await events.eraseOf(ids);
      expect(await Promise.all([own, refunded, other].map(bodyOf))).toEqual(['', '', 'of another customer']);
      expect(await events.eraseContaining(connectorId, 'a@Example.com', null)).toBeNull();
      expect(await Promise.all([...unread, pending].map(bodyOf))).toEqual([
        '',
        '{"email":"ba@example.com"}',
        '{"email":"a@example.com"}',
      ]);
      await objects.settleEmail(id!, 'a@example.com');
      expect(await objects.find(connectorId, 'customer', 'cus_1')).toMatchObject({ reported: { settledEmail: 'a@example.com' } });
      await objects.eraseContact(id!);
      expect((await objects.find(connectorId, 'customer', 'cus_1'))!.reported).not.toHaveProperty('settledEmail');
      const updates = [customer('cus_1', null), customer('cus_2', 'b@example.com')];
      for (const update of updates)
        expect(await objects.find(connectorId, 'customer', update.ref)).toMatchObject({ reported: { customer: { update } } });
      await merge(await event('later'), [customer('cus_1', 'new@example.com')], VERSION, NOW);
      const told = { reported: { customer: { update: { email: 'new@example.com' } } } };
      expect(await objects.find(connectorId, 'customer', 'cus_1')).toMatchObject(told);
    });

    describe('what was not delivered', () => {
      const line = (changes: Partial<UndeliveredPurchase> = {}): UndeliveredPurchase => ({
        line: 'li_1',
        reason: 'price_unmapped',
        problem: 'No product is mapped to price_1.',
        externalId: 'in_1',
        externalPriceId: 'price_1',
        deliverAs: 'in_1',
        value: null,
        customerId: null,
        email: 'a@example.com',
        name: null,
        quantity: 2,
        amount: 4_000_000_000,
        taxAmount: 0,
        currency: 'usd',
        occurredAt: NOW,
        ...changes,
      });
      const ofEvent = async (): Promise<ConnectorSource> => {
        const { id: connectorId, organizationId } = await stored();
        return { kind: 'event', id: newId(), organizationId, connectorId, externalSource: 'stripe' };
      };
      const created = ({ organizationId }: { organizationId: string }) =>
        opened.payloadsOf(organizationId, 'undelivered_purchase.created');
      const found = ({ organizationId }: { organizationId: string }, id: string) =>
        opened.undelivered.find({ id, organizations: [newId(), organizationId] });

      test('is published once, found within its organization, and gone once it is delivered', async () => {
        const source = await ofEvent();
        await opened.undelivered.replaceOf(source, [line(), line({ line: 'li_2' })], NOW);
        await opened.undelivered.replaceOf(source, [line({ email: 'b@example.com' })], NOW);
        const [one, two, ...others] = await created(source);
        expect([one, two, others]).toMatchObject([
          { connector_id: source.connectorId, reason: 'price_unmapped', external_price_id: 'price_1', amount: 4_000_000_000 },
          { reason: 'price_unmapped' },
          [],
        ]);
        const { connectorId, organizationId, externalSource, kind, id } = source;
        const about = { id: one!.id, connectorId, organizationId, externalSource, source: { kind, id }, resolution: null };
        expect(await found(source, one!.id)).toEqual({ ...line({ email: 'b@example.com' }), ...about });
        await expect(found(source, two!.id)).rejects.toBeInstanceOf(ResourceNotFound);
        await expect(opened.undelivered.find({ id: one!.id, organizations: [newId()] })).rejects.toBeInstanceOf(ResourceNotFound);
        await opened.undelivered.replaceOf(source, [], NOW);
        await expect(found(source, one!.id)).rejects.toBeInstanceOf(ResourceNotFound);
      });

      test('stays dismissed until its reason changes, and delivered whatever happens', async () => {
        const source = await ofEvent();
        const { undelivered } = opened;
        await undelivered.replaceOf(source, [line(), line({ line: 'li_2' })], NOW);
        const [one, two] = await created(source);
        const at = ({ id }: { readonly id: string }) => ({ id, organizations: [source.organizationId] });
        const foreign = { id: one!.id, organizations: [newId()] };
        const dismissed = { kind: 'dismissed', reason: 'A test' } as const;
        await expect(undelivered.resolve(foreign, dismissed, NOW)).rejects.toBeInstanceOf(ResourceNotFound);
        await undelivered.resolve(at(one!), dismissed, NOW);
        await undelivered.resolve(at(one!), { kind: 'dismissed', reason: 'Later' }, NOW);
        const orderId = newId();
        await undelivered.resolve(at(two!), { kind: 'delivered', orderId }, NOW);
        await undelivered.replaceOf(source, [line(), line({ line: 'li_2', reason: 'event_refused' })], NOW);
        expect((await found(source, one!.id)).resolution).toEqual(dismissed);
        expect(await created(source)).toHaveLength(2);
        await undelivered.replaceOf(source, [line({ reason: 'customer_missing' })], NOW);
        expect(await found(source, one!.id)).toMatchObject({ resolution: null, reason: 'customer_missing' });
        expect(await found(source, two!.id)).toMatchObject({
          resolution: { kind: 'delivered', orderId },
          reason: 'price_unmapped',
        });
        expect((await created(source)).map(({ id, reason }) => [id, reason])).toEqual([
          [one!.id, 'price_unmapped'],
          [two!.id, 'price_unmapped'],
          [one!.id, 'customer_missing'],
        ]);
      });

      test('of a price of a connector is dismissed at once', async () => {
        const [source, other] = [await ofEvent(), await ofEvent()];
        const { organizationId, connectorId } = source;
        await opened.undelivered.replaceOf(source, [line(), line({ line: 'li_2', externalPriceId: 'price_2' })], NOW);
        await opened.undelivered.replaceOf(other, [line()], NOW);
        await opened.undelivered.dismissPrice({ organizationId, connectorId, externalPriceId: 'price_1' }, 'Ignored', NOW);
        const resolutions = async (of: ConnectorSource) =>
          Promise.all((await created(of)).map(async ({ id }) => (await found(of, id)).resolution));
        expect(await resolutions(source)).toEqual([{ kind: 'dismissed', reason: 'Ignored' }, null]);
        expect(await resolutions(other)).toEqual([null]);
      });

      test('of an object is that of the work that began last', async () => {
        const connector = await stored();
        const [id] = await merge(await received(connector), [payment('in_1')], VERSION, NOW);
        const { organizationId } = connector;
        const of = { kind: 'subject', organizationId, connectorId: connector.id, externalSource: 'stripe' } as const;
        const [earlier, later] = [await opened.objects.begin(id!), await opened.objects.begin(id!)];
        await opened.undelivered.replaceOf({ ...of, id: id!, revision: later.revision }, [], NOW);
        await opened.undelivered.replaceOf({ ...of, id: id!, revision: earlier.revision }, [line()], NOW);
        expect(await created(connector)).toEqual([]);
        await opened.undelivered.replaceOf({ ...of, id: id!, revision: later.revision }, [line()], NOW);
        expect(await created(connector)).toHaveLength(1);
      });

      test('of an object no longer says who paid once that is erased', async () => {
        const connector = await stored();
        const [id] = await merge(await received(connector), [payment('in_1')], VERSION, NOW);
        const { organizationId, id: connectorId } = connector;
        const { revision } = await opened.objects.begin(id!);
        const source = { kind: 'subject', id: id!, revision, organizationId, connectorId, externalSource: 'stripe' } as const;
        await opened.undelivered.replaceOf(source, [line({ name: 'Ada' })], NOW);
        const [one] = await created(connector);
        await opened.undelivered.eraseContacts(newId(), [id!]);
        await opened.undelivered.eraseContacts(organizationId, [newId()]);
        expect(await found(connector, one!.id)).toMatchObject({ email: 'a@example.com', name: 'Ada' });
        await opened.undelivered.eraseContacts(organizationId, [newId(), id!]);
        expect(await found(connector, one!.id)).toMatchObject({ ...line(), email: null, name: null });
      });

      test('of a purchase adds up', async () => {
        const purchase = { kind: 'order', organizationId: newId(), id: newId() } as const;
        const quantity = line({ line: 'quantity_ignored', reason: 'quantity_ignored', deliverAs: null, externalPriceId: null });
        await opened.undelivered.add(purchase, quantity, NOW);
        await opened.undelivered.add(purchase, line({ line: 'renewal_ambiguous', reason: 'renewal_ambiguous' }), NOW);
        await opened.undelivered.add(purchase, quantity, NOW);
        const events = await created(purchase);
        expect(events.map(({ reason, connector_id }) => [reason, connector_id])).toEqual([
          ['quantity_ignored', null],
          ['renewal_ambiguous', null],
        ]);
        expect(await found(purchase, events[0]!.id)).toMatchObject({ source: { kind: 'order', id: purchase.id } });
      });

      test('is reported to an organization at most once an hour, and once each', async () => {
        const source = await ofEvent();
        const reports = async () =>
          (await opened.payloadsOf(source.organizationId, 'undelivered_purchases.reported')).map(({ count }) => count);
        const minutesAfterNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
        await opened.undelivered.replaceOf(source, [line(), line({ line: 'li_2' })], NOW);
        await opened.undelivered.report(NOW);
        const more = [1, 2, 3, 4].map((number) => line({ line: `li_${number}` }));
        await opened.undelivered.replaceOf(source, more, NOW);
        await opened.undelivered.report(minutesAfterNow(59));
        expect(await reports()).toEqual([2]);
        const last = (await created(source)).at(-1)!.id;
        const ofLast = { id: last, organizations: [source.organizationId] };
        await opened.undelivered.resolve(ofLast, { kind: 'dismissed', reason: 'A test' }, NOW);
        await opened.undelivered.report(minutesAfterNow(60));
        await opened.undelivered.report(minutesAfterNow(120));
        expect(await reports()).toEqual([2, 1]);
      });
    });
  });
}
