import { newId, ResourceNotFound } from '#kernel';
import type { CustomerChanges } from '../src/domain/customer.ts';
import type { Customers } from '../src/domain/customers.ts';
import { aCustomer, type CustomerBuilder, ORGANIZATION, OTHER_ORGANIZATION } from './customer.builder.ts';

export interface OpenedCustomers {
  readonly customers: Customers;
  /** Names and payloads of the recorded events of a customer, oldest first. */
  eventsOf(id: string): Promise<{ name: string; payload: object }[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');
const HOME = { line1: '1 Main St', line2: null, postalCode: '12345', city: 'Springfield', state: 'US-IL', country: 'US' };

/** The contract of every implementation of the port, for customers. */
export function customersContract(home: string, open: () => Promise<OpenedCustomers>): void {
  describe(`customers in ${home}`, () => {
    let opened: OpenedCustomers;
    let customers: Customers;
    beforeAll(async () => {
      opened = await open();
      customers = opened.customers;
    });
    afterAll(() => opened.close());

    const stored = async (builder: CustomerBuilder = aCustomer()): Promise<string> => {
      const customer = builder.newUnsaved();
      await customers.add(customer);
      return customer.id;
    };
    const update = (id: string, changes: CustomerChanges) =>
      customers.change({ id, organizations: [ORGANIZATION] }, changes, (customer, taken) => customer.update(changes, taken, NOW));
    const remove = (id: string) =>
      customers.change({ id, organizations: [ORGANIZATION] }, {}, (customer) => customer.delete(NOW));
    const claimsOf = (id: string, organizations: readonly string[] = [ORGANIZATION]) =>
      customers.change({ id, organizations }, {}, (customer) => customer.claims);
    const refused = async (promise: Promise<unknown>): Promise<string[]> => {
      const error: { problems?: { at: string[] }[] } = await promise.then(
        () => ({ problems: [] }),
        (reason: object) => reason,
      );
      return error.problems?.flatMap(({ at }) => at) ?? [String(error)];
    };

    test('a customer is stored together with its created event', async () => {
      const id = await stored(aCustomer().reachedAt('Ada@example.com').knownAs('ada'));
      expect(await claimsOf(id)).toEqual({ email: 'Ada@example.com', externalId: 'ada' });
      expect(await opened.eventsOf(id)).toEqual([{ name: 'customer.created', payload: { external_id: 'ada' } }]);
    });

    test('what was changed is what the next change meets', async () => {
      const id = await stored();
      const changes = {
        name: 'Ada',
        locale: 'fr-CA',
        billingAddress: HOME,
        metadata: { '': 1.5, a: true, ß: 'x' },
        type: 'team',
        email: 'ada.lovelace@example.com',
        externalId: 'lovelace/1',
      } as const;
      for (const _ of ['first', 'again']) await update(id, changes);
      const told = (await opened.eventsOf(id)).slice(1);
      expect(told).toHaveLength(1);
      expect(told[0]).toMatchObject({ name: 'customer.updated', payload: { external_id: 'lovelace/1' } });
    });

    test('address and external id have one owner in an organization, and are refused together', async () => {
      await stored(aCustomer().reachedAt('grace@example.com').knownAs('grace'));
      expect(await refused(stored(aCustomer().reachedAt('GRACE@example.com').knownAs('grace')))).toEqual(['email', 'externalId']);
      expect(await refused(stored(aCustomer().knownAs('GRACE')))).toEqual([]);
      const id = await stored(aCustomer());
      expect(await refused(update(id, { email: 'Grace@Example.com', externalId: 'grace' }))).toEqual(['email', 'externalId']);
      await stored(aCustomer().of(OTHER_ORGANIZATION).reachedAt('grace@example.com').knownAs('grace'));
      expect(await opened.eventsOf(id)).toHaveLength(1);
    });

    test('any number of customers is without an address or an external id', async () => {
      for (const _ of ['one', 'two']) await stored(aCustomer().team());
      for (const _ of ['one', 'two']) await stored(aCustomer());
    });

    test('what a deleted customer had is free again', async () => {
      const id = await stored(aCustomer().reachedAt('alan@example.com').knownAs('alan'));
      await remove(id);
      await stored(aCustomer().reachedAt('alan@example.com').knownAs('alan'));
      expect((await opened.eventsOf(id)).at(-1)).toEqual({
        name: 'customer.deleted',
        payload: { external_id: 'alan', anonymized: false },
      });
    });

    test('a deleted customer is out of reach for who does not ask for deleted ones', async () => {
      const id = await stored();
      await remove(id);
      const tell = (orDeleted: boolean) =>
        customers.change({ id, organizations: [ORGANIZATION], orDeleted }, {}, (customer) => customer.tellOfState(NOW));
      await expect(tell(false)).rejects.toBeInstanceOf(ResourceNotFound);
      await tell(true);
      expect((await opened.eventsOf(id)).at(-1)).toMatchObject({ name: 'customer.state_changed' });
    });

    test('of twenty who race for an address one wins, the others are told it is taken', async () => {
      const race = Array.from({ length: 20 }, () => refused(stored(aCustomer().reachedAt('race@example.com'))));
      const outcomes = await Promise.all(race);
      expect(outcomes.filter((places) => places.length === 0)).toHaveLength(1);
      expect(outcomes.filter(([place]) => place === 'email')).toHaveLength(19);
    });

    test('of ten customers who race for an external id one gets it', async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, () => stored()));
      const outcomes = await Promise.all(ids.map((id) => refused(update(id, { externalId: 'race' }))));
      expect(outcomes.filter((places) => places.length === 0)).toHaveLength(1);
      expect(outcomes.filter(([place]) => place === 'externalId')).toHaveLength(9);
      const told = await Promise.all(ids.map((id) => opened.eventsOf(id)));
      expect(told.filter((events) => events.length === 2)).toHaveLength(1);
    });

    test('changes of one customer wait for each other', async () => {
      const id = await stored();
      await Promise.all(Array.from({ length: 10 }, (_, n) => update(id, { metadata: { n: n % 2 } })));
      await update(id, { name: 'done' });
      expect((await opened.eventsOf(id)).at(-1)).toMatchObject({ payload: { changed: ['name'] } });
    });

    test('unknown, foreign and deleted customers are not there', async () => {
      const foreign = await stored(aCustomer().of(OTHER_ORGANIZATION));
      const deleted = await stored();
      await remove(deleted);
      for (const id of [newId(), foreign, deleted]) await expect(claimsOf(id)).rejects.toThrow(ResourceNotFound);
      await expect(claimsOf(foreign, [])).rejects.toThrow(ResourceNotFound);
      expect(await claimsOf(foreign, [ORGANIZATION, OTHER_ORGANIZATION])).toHaveProperty('email');
    });
  });
}
