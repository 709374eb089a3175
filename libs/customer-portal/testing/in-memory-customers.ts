import { type DomainEvent, ValidationFailed, ResourceNotFound, type Sync } from '#kernel';
import { normalizedEmail, type UniqueIdentifiers, conflictErrors, type Conflicts } from '../src/domain/unique-identifiers.ts';
import type { Customer } from '../src/domain/customer.ts';
import type { Member } from '../src/domain/member.ts';
import type { Merger } from '../src/domain/merging-members.ts';
import { Customers, type WhichCustomer, type WhichCustomers } from '../src/domain/customers.ts';

const same = (a: string | null | undefined, b: string | null | undefined): boolean => Boolean(a) && a === b;
const key = (email: string | null | undefined) => email && normalizedEmail(email);

export class InMemoryCustomers extends Customers {
  readonly events: DomainEvent[] = [];
  private readonly customers = new Map<string, Customer>();
  private readonly members: Member[] = [];

  async add(customer: Customer, owner?: Member): Promise<void> {
    const errors = conflictErrors(this.taken(customer, customer.identifiers), customer.identifiers);
    ValidationFailed.throwIfAny(errors);
    this.customers.set(customer.id, customer);
    if (owner) this.members.push(owner);
    this.events.push(...customer.pullEvents(), ...(owner?.pullEvents() ?? []));
  }

  async change<T>(
    { id, organizations }: WhichCustomer,
    identifiers: UniqueIdentifiers,
    by: (customer: Customer, taken: Conflicts) => Sync<T>,
  ): Promise<T> {
    const customer = this.customers.get(id);
    const isVisible = customer && !customer.isDeleted;
    if (!isVisible || !organizations.includes(customer.organizationId)) throw new ResourceNotFound();
    const outcome = by(customer, this.taken(customer, identifiers));
    this.events.push(...customer.pullEvents());
    return outcome as T;
  }

  async merge(
    { source: sourceId, target: targetId, organizations }: WhichCustomers,
    by: (target: Customer, merger: Merger | undefined) => void,
  ): Promise<void> {
    const visible = [...this.customers.values()].filter(({ organizationId }) => organizations.includes(organizationId));
    const target = visible.find(({ id, isDeleted }) => id === targetId && !isDeleted);
    if (!target) throw new ResourceNotFound();
    const source = visible.find(({ id }) => id === sourceId);
    const membersOf = (id: string) => this.members.filter(({ customerId, isDeleted }) => customerId === id && !isDeleted);
    const [members, ofTarget] = [source ? membersOf(sourceId) : [], membersOf(targetId)];
    by(target, source && { source, target, members, ofTarget });
    this.events.push(...[source, target, ...members, ...ofTarget].flatMap((each) => each?.pullEvents() ?? []));
  }

  private taken({ id, organizationId }: Customer, { email, externalId }: UniqueIdentifiers): Conflicts {
    const others = [...this.customers.values()]
      .filter((other) => other.organizationId === organizationId && other.id !== id)
      .map(({ identifiers }) => identifiers);
    return {
      email: others.some((other) => same(key(other.email), key(email))),
      externalId: others.some((other) => same(other.externalId, externalId)),
    };
  }
}
