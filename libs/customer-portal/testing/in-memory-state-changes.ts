import type { DomainEvent } from '#kernel';
import { CustomerStateChanged } from '../src/domain/customer.events.ts';
import { type ChangedCustomer, StateChanges } from '../src/domain/state-changes.ts';

/** For tests without a database. Keeps the published events. */
export class InMemoryStateChanges extends StateChanges {
  readonly events: DomainEvent[] = [];
  private readonly noted = new Map<string, ChangedCustomer>();

  constructor(private readonly externalIds: ReadonlyMap<string, string | null>) {
    super();
  }

  override async note(customer: ChangedCustomer): Promise<void> {
    this.noted.set(customer.customerId, customer);
  }

  override async publishSome(now: Date): Promise<boolean> {
    for (const { organizationId, customerId } of this.noted.values()) {
      this.events.push(new CustomerStateChanged(organizationId, customerId, now, this.externalIds.get(customerId) ?? null));
    }
    this.noted.clear();
    return false;
  }
}
