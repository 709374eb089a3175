import type { Customer } from '../src/domain/customer.ts';
import type { StateChanges } from '../src/domain/state-changes.ts';
import { aCustomer } from './customer.builder.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

export interface OpenedStateChanges {
  readonly changes: StateChanges;
  /** Stores a customer. */
  add(customer: Customer): Promise<void>;
  /** The external ids in the published events of a customer, oldest first. */
  published(customerId: string): Promise<(string | null)[]>;
  close(): Promise<void>;
}

/** The contract of every implementation of the port. */
export function stateChangesContract(storage: string, open: () => Promise<OpenedStateChanges>): void {
  describe(`changes of states in ${storage}`, () => {
    let opened: OpenedStateChanges;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const stored = async (externalId: string): Promise<{ organizationId: string; customerId: string }> => {
      const customer = aCustomer().withExternalId(externalId).newUnsaved();
      await opened.add(customer);
      return { organizationId: customer.organizationId, customerId: customer.id };
    };

    test('changes until the next publication are one event', async () => {
      const [one, other] = [await stored('state_one'), await stored('state_other')];
      await Promise.all([one, other, one, one].map((each) => opened.changes.note(each)));
      expect(await opened.published(one.customerId)).toEqual([]);
      expect(await opened.changes.publishSome(NOW)).toBe(false);
      expect(await opened.published(one.customerId)).toEqual(['state_one']);
      expect(await opened.published(other.customerId)).toEqual(['state_other']);
    });

    test('a change after a publication is another event', async () => {
      const customer = await stored('state_again');
      for (let n = 0; n < 2; n++) {
        await opened.changes.note(customer);
        await opened.changes.publishSome(NOW);
      }
      await opened.changes.publishSome(NOW);
      expect(await opened.published(customer.customerId)).toEqual(['state_again', 'state_again']);
    });

    test('many publications at the same time publish every change once', async () => {
      const customers = await Promise.all(Array.from({ length: 20 }, (_, n) => stored(`state_${n}`)));
      await Promise.all(customers.map((each) => opened.changes.note(each)));
      await Promise.all(Array.from({ length: 5 }, () => opened.changes.publishSome(NOW)));
      const published = await Promise.all(customers.map(({ customerId }) => opened.published(customerId)));
      expect(published).toEqual(customers.map((_, n) => [`state_${n}`]));
    });
  });
}
