import type { KnownCustomer, NewUsageEvent } from '../../domain/usage-event.ts';
import { keyOf } from './sql/event-keys.ts';

/** A subject as it is found: whoever events are about, known as a customer or not yet. */
export interface SubjectRow {
  readonly id: string;
  readonly customer_id: string | null;
  readonly external_key: string | null;
  readonly known_meters: number;
  readonly has_events: boolean;
}

/** Subjects that are to be made, bound or brought up to date before their events can be counted. */
export interface UnresolvedSubjects {
  readonly customers: readonly KnownCustomer[];
  /** External ids of nobody that is known. */
  readonly externalIds: readonly string[];
}

/** What came of looking for the subjects: all of them, or why not. */
export type Resolved =
  | { readonly subjects: readonly SubjectRow[] }
  | { readonly unsettled: UnresolvedSubjects }
  | { readonly contested: readonly string[] };

/** The events of one organization, and what is known of those that they are about. */
export class EventBatch {
  private readonly byId: ReadonlyMap<string, KnownCustomer>;
  private readonly byExternalId: ReadonlyMap<string, KnownCustomer>;

  constructor(
    readonly organizationId: string,
    readonly events: readonly NewUsageEvent[],
    customers: readonly KnownCustomer[],
  ) {
    const own = customers.filter((customer) => customer.organizationId === organizationId);
    this.byId = new Map(own.map((customer) => [customer.id, customer]));
    this.byExternalId = new Map(
      own.flatMap((each) => (each.externalId === null || each.isDeleted ? [] : [[each.externalId, each]])),
    );
  }

  get customerIds(): string[] {
    return [...new Set(this.events.flatMap((event) => this.customerOf(event)?.id ?? []))];
  }

  get externalKeys(): string[] {
    const ids = this.events.flatMap(({ holder }) => ('externalId' in holder ? [holder.externalId] : []));
    return [...new Set(ids)].map(keyOf);
  }

  /** The subject of every event, in their order. */
  resolve(rows: readonly SubjectRow[], newestMeter: number): Resolved {
    const byCustomer = new Map(rows.map((row) => [row.customer_id, row]));
    const byKey = new Map(rows.map((row) => [row.external_key, row]));
    const unsettled = { customers: new Map<string, KnownCustomer>(), externalIds: new Set<string>() };
    const contested = new Set<string>();
    const keys = new Map<string, string>();
    const keyFor = (externalId: string): string => {
      const key = keys.get(externalId) ?? keyOf(externalId);
      keys.set(externalId, key);
      return key;
    };
    const subjects = this.events.map((event) => {
      const customer = this.customerOf(event);
      if (customer) {
        const row = byCustomer.get(customer.id);
        const isBound = customer.externalId === null || row?.external_key === keyFor(customer.externalId);
        if (row && isBound && row.known_meters >= newestMeter) return row;
        unsettled.customers.set(customer.id, customer);
        return undefined;
      }
      const { externalId } = event.holder as { readonly externalId: string };
      const row = byKey.get(keyFor(externalId));
      if (row?.customer_id) {
        const owner = this.byId.get(row.customer_id);
        if (owner) unsettled.customers.set(owner.id, owner);
        else contested.add(row.customer_id);
      } else if (!row || row.known_meters < newestMeter) {
        unsettled.externalIds.add(externalId);
      }
      return row;
    });
    if (contested.size > 0) return { contested: [...contested] };
    if (unsettled.customers.size + unsettled.externalIds.size > 0) {
      return { unsettled: { customers: [...unsettled.customers.values()], externalIds: [...unsettled.externalIds] } };
    }
    return { subjects: subjects as SubjectRow[] };
  }

  private customerOf({ holder }: NewUsageEvent): KnownCustomer | undefined {
    return 'customerId' in holder ? this.byId.get(holder.customerId) : this.byExternalId.get(holder.externalId);
  }
}
