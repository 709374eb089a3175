import type { DomainEvent, Sync } from '#kernel';
import type { EmailChange } from '../src/domain/email-change.ts';
import { EmailChanges } from '../src/domain/email-changes.ts';

/** For tests without a database. */
export class InMemoryEmailChanges extends EmailChanges {
  readonly events: DomainEvent[] = [];
  private stored: EmailChange[] = [];

  override async replace(change: EmailChange): Promise<void> {
    this.stored = [...this.without(change.organizationId, change.customerId), change];
    this.events.push(...change.pullEvents());
  }

  override async find(id: string): Promise<Readonly<EmailChange> | null> {
    return this.stored.find((each) => each.id === id) ?? null;
  }

  override async findByToken(digests: readonly Buffer[]): Promise<Readonly<EmailChange> | null> {
    return this.stored.find(({ digest }) => digests.some((each) => digest?.equals(each))) ?? null;
  }

  override async change<T>(id: string, by: (change: EmailChange) => Sync<T>): Promise<T | null> {
    const change = this.stored.find((each) => each.id === id);
    if (!change) return null;
    const outcome = by(change);
    this.events.push(...change.pullEvents());
    return outcome as T;
  }

  override async deleteOfCustomer(organizationId: string, customerId: string): Promise<void> {
    this.stored = this.without(organizationId, customerId);
  }

  override async deleteBefore(time: Date): Promise<void> {
    this.stored = this.stored.filter(({ requestedAt }) => requestedAt >= time);
  }

  private without(organizationId: string, customerId: string): EmailChange[] {
    return this.stored.filter((each) => each.organizationId !== organizationId || each.customerId !== customerId);
  }
}
