import { digestUuid } from '#support/texts';
import { forEachInSlices, mapInSlices } from '#support/slices';
import type { KnownCustomer, NewUsageEvent } from '../../domain/usage-event.ts';

/** A subject: whoever events are about, a customer or an external id without a customer. */
export interface SubjectRow {
  readonly id: string;
  readonly customer_id: string | null;
  readonly external_key: string | null;
  /** The highest number of a meter for which the subject has a balance. */
  readonly known_meters: number;
  readonly has_events: boolean;
}

/** Subjects that have to be created, linked or updated before their events can be counted. */
export interface UnresolvedSubjects {
  readonly customers: readonly KnownCustomer[];
  /** External ids without a known customer. */
  readonly externalIds: readonly string[];
}

/** The subjects of all events, or why they cannot be resolved. */
export type ResolveResult =
  | { readonly subjects: readonly SubjectRow[] }
  | { readonly unresolved: UnresolvedSubjects }
  | { readonly conflictingCustomerIds: readonly string[] };

/** The events of one organization, of one or more requests, with the known customers that they refer to. */
export class EventBatch {
  private readonly byId: ReadonlyMap<string, KnownCustomer>;
  private readonly byExternalId: ReadonlyMap<string, KnownCustomer>;

  constructor(
    readonly organizationId: string,
    readonly events: readonly NewUsageEvent[],
    customers: readonly KnownCustomer[],
    /** How many of the events each request has, in their order. */
    readonly sizes: readonly number[] = [events.length],
  ) {
    const own = customers.filter((customer) => customer.organizationId === organizationId);
    this.byId = new Map(own.map((customer) => [customer.id, customer]));
    this.byExternalId = new Map(
      own.flatMap((each) => (each.externalId === null || each.isDeleted ? [] : [[each.externalId, each]])),
    );
  }

  /** The ids of the customers of the events, and the keys of the external ids that they name. */
  async customers(): Promise<{ readonly customerIds: string[]; readonly externalKeys: string[] }> {
    const customerIds = new Set<string>();
    const externalIds = new Set<string>();
    await forEachInSlices(this.events, (event) => {
      const customer = this.customerOf(event);
      if (customer) customerIds.add(customer.id);
      if ('externalId' in event.customer) externalIds.add(event.customer.externalId);
    });
    return { customerIds: [...customerIds], externalKeys: await mapInSlices([...externalIds], digestUuid) };
  }

  /** Finds the subject of each event, in the order of the events, among `rows`. `newestMeter` is the number of the newest meter. */
  async resolve(rows: readonly SubjectRow[], newestMeter: number): Promise<ResolveResult> {
    const byCustomer = new Map(rows.map((row) => [row.customer_id, row]));
    const byKey = new Map(rows.map((row) => [row.external_key, row]));
    const unresolved = { customers: new Map<string, KnownCustomer>(), externalIds: new Set<string>() };
    const conflicting = new Set<string>();
    const keys = new Map<string, string>();
    const keyFor = (externalId: string): string => {
      const key = keys.get(externalId) ?? digestUuid(externalId);
      keys.set(externalId, key);
      return key;
    };
    const subjects = await mapInSlices(this.events, (event) => {
      const customer = this.customerOf(event);
      if (customer) {
        const row = byCustomer.get(customer.id);
        const isLinked = customer.externalId === null || row?.external_key === keyFor(customer.externalId);
        if (row && isLinked && row.known_meters >= newestMeter) return row;
        unresolved.customers.set(customer.id, customer);
        return undefined;
      }
      const { externalId } = event.customer as { readonly externalId: string };
      const row = byKey.get(keyFor(externalId));
      if (row?.customer_id) {
        const owner = this.byId.get(row.customer_id);
        if (owner) unresolved.customers.set(owner.id, owner);
        else conflicting.add(row.customer_id);
      } else if (!row || row.known_meters < newestMeter) {
        unresolved.externalIds.add(externalId);
      }
      return row;
    });
    if (conflicting.size > 0) return { conflictingCustomerIds: [...conflicting] };
    if (unresolved.customers.size + unresolved.externalIds.size > 0) {
      return { unresolved: { customers: [...unresolved.customers.values()], externalIds: [...unresolved.externalIds] } };
    }
    return { subjects: subjects as SubjectRow[] };
  }

  private customerOf({ customer }: NewUsageEvent): KnownCustomer | undefined {
    return 'customerId' in customer ? this.byId.get(customer.customerId) : this.byExternalId.get(customer.externalId);
  }
}
