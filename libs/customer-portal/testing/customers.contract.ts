import { newId, ResourceNotFound } from '#kernel';
import type { Customer, CustomerChanges } from '../src/domain/customer.ts';
import { Member } from '../src/domain/member.ts';
import { mergeCustomers } from '../src/domain/merging-members.ts';
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

const ownerOf = ({ id: customerId, organizationId, email }: Customer): Member =>
  Member.create({ organizationId, customerId }, { email: email!, role: 'owner' }, NOW);

/** The contract of every implementation of the port, for customers. */
export function customersContract(storage: string, open: () => Promise<OpenedCustomers>): void {
  describe(`customers in ${storage}`, () => {
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
    const identifiersOf = (id: string, organizations: readonly string[] = [ORGANIZATION]) =>
      customers.change({ id, organizations }, {}, (customer) => customer.identifiers);
    const rejectedFields = async (promise: Promise<unknown>): Promise<string[]> => {
      const error: { errors?: { path: string[] }[] } = await promise.then(
        () => ({ errors: [] }),
        (reason: object) => reason,
      );
      return error.errors?.flatMap(({ path }) => path) ?? [String(error)];
    };

    test('a customer is stored together with its created event', async () => {
      const id = await stored(aCustomer().withEmail('Ada@example.com').withExternalId('ada'));
      expect(await identifiersOf(id)).toEqual({ email: 'Ada@example.com', externalId: 'ada' });
      expect(await opened.eventsOf(id)).toEqual([{ name: 'customer.created', payload: { external_id: 'ada' } }]);
    });

    test('a change is visible to the next change', async () => {
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
      const events = (await opened.eventsOf(id)).slice(1);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ name: 'customer.updated', payload: { external_id: 'lovelace/1' } });
    });

    test('address and external id are unique in an organization, and conflicts are reported together', async () => {
      await stored(aCustomer().withEmail('grace@example.com').withExternalId('grace'));
      expect(await rejectedFields(stored(aCustomer().withEmail('GRACE@example.com').withExternalId('grace')))).toEqual([
        'email',
        'externalId',
      ]);
      expect(await rejectedFields(stored(aCustomer().withExternalId('GRACE')))).toEqual([]);
      const id = await stored(aCustomer());
      expect(await rejectedFields(update(id, { email: 'Grace@Example.com', externalId: 'grace' }))).toEqual([
        'email',
        'externalId',
      ]);
      await stored(aCustomer().of(OTHER_ORGANIZATION).withEmail('grace@example.com').withExternalId('grace'));
      expect(await opened.eventsOf(id)).toHaveLength(1);
    });

    test('any number of customers can have no address and no external id', async () => {
      for (const _ of ['one', 'two']) await stored(aCustomer().team());
      for (const _ of ['one', 'two']) await stored(aCustomer());
    });

    test('the address and the external id of a deleted customer can be used again', async () => {
      const id = await stored(aCustomer().withEmail('alan@example.com').withExternalId('alan'));
      await remove(id);
      await stored(aCustomer().withEmail('alan@example.com').withExternalId('alan'));
      expect((await opened.eventsOf(id)).at(-1)).toEqual({
        name: 'customer.deleted',
        payload: { external_id: 'alan', anonymized: false },
      });
    });

    test('a deleted customer is not found', async () => {
      const id = await stored();
      await remove(id);
      await expect(update(id, { name: 'Ada' })).rejects.toBeInstanceOf(ResourceNotFound);
    });

    test('of twenty concurrent additions with the same address one succeeds, the others are rejected', async () => {
      const race = Array.from({ length: 20 }, () => rejectedFields(stored(aCustomer().withEmail('race@example.com'))));
      const outcomes = await Promise.all(race);
      expect(outcomes.filter((fields) => fields.length === 0)).toHaveLength(1);
      expect(outcomes.filter(([field]) => field === 'email')).toHaveLength(19);
    });

    test('of ten concurrent changes to the same external id one succeeds', async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, () => stored()));
      const outcomes = await Promise.all(ids.map((id) => rejectedFields(update(id, { externalId: 'race' }))));
      expect(outcomes.filter((fields) => fields.length === 0)).toHaveLength(1);
      expect(outcomes.filter(([field]) => field === 'externalId')).toHaveLength(9);
      const eventsOfAll = await Promise.all(ids.map((id) => opened.eventsOf(id)));
      expect(eventsOfAll.filter((events) => events.length === 2)).toHaveLength(1);
    });

    test('changes of one customer wait for each other', async () => {
      const id = await stored();
      await Promise.all(Array.from({ length: 10 }, (_, n) => update(id, { metadata: { n: n % 2 } })));
      await update(id, { name: 'done' });
      expect((await opened.eventsOf(id)).at(-1)).toMatchObject({ payload: { changed: ['name'] } });
    });

    test('unknown, foreign and deleted customers are not found', async () => {
      const foreign = await stored(aCustomer().of(OTHER_ORGANIZATION));
      const deleted = await stored();
      await remove(deleted);
      for (const id of [newId(), foreign, deleted]) await expect(identifiersOf(id)).rejects.toThrow(ResourceNotFound);
      await expect(identifiersOf(foreign, [])).rejects.toThrow(ResourceNotFound);
      expect(await identifiersOf(foreign, [ORGANIZATION, OTHER_ORGANIZATION])).toHaveProperty('email');
    });

    const merge = (source: string, target: string, organizations: readonly string[] = [ORGANIZATION]) =>
      customers.changeBoth({ source, target, organizations }, (_target, merger) => {
        if (!merger) throw new Error('No source');
        mergeCustomers(merger, NOW);
      });

    test('a merged customer is deleted together with its members, and recorded', async () => {
      const source = aCustomer().withEmail('merged@example.com').withExternalId('merged').newUnsaved();
      await customers.add(source, ownerOf(source));
      const target = await stored();
      await merge(source.id, target);
      await merge(source.id, target);
      await expect(identifiersOf(source.id)).rejects.toThrow(ResourceNotFound);
      const events = (await opened.eventsOf(source.id)).slice(1);
      expect(events).toEqual([{ name: 'customer.merged', payload: { external_id: 'merged', into: target } }]);
      await stored(aCustomer().withEmail('merged@example.com').withExternalId('merged'));
    });

    test('customers of other organizations are neither source nor target, and a deleted one is no target', async () => {
      const [ours, theirs, gone] = [await stored(), await stored(aCustomer().of(OTHER_ORGANIZATION)), await stored()];
      await remove(gone);
      for (const target of [theirs, gone, newId()]) await expect(merge(ours, target)).rejects.toThrow(ResourceNotFound);
      await expect(merge(theirs, ours)).rejects.toThrow('No source');
      await expect(merge(gone, ours)).rejects.toMatchObject({ errors: [{ path: ['customerId'] }] });
      await expect(merge(theirs, ours, [ORGANIZATION, OTHER_ORGANIZATION])).rejects.toMatchObject({
        errors: [{ path: ['customerId'] }],
      });
      expect(await identifiersOf(ours)).toMatchObject({ externalId: null });
    });
  });
}
