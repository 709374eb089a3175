import type { Sync } from '#kernel';
import type { EmailChange } from './email-change.ts';

/** The repository of changes of e-mail addresses. A customer has at most one. */
export abstract class EmailChanges {
  /** Replaces the customer's earlier one. */
  abstract replace(change: EmailChange): Promise<void>;

  /** Returns null if there is none, for example because it was replaced. */
  abstract find(id: string): Promise<Readonly<EmailChange> | null>;

  /** That whose token has one of these digests; null if there is none. */
  abstract findByToken(digests: readonly Buffer[]): Promise<Readonly<EmailChange> | null>;

  /** Returns null without calling `by` if there is none. */
  abstract change<T>(id: string, by: (change: EmailChange) => Sync<T>): Promise<T | null>;

  abstract deleteOfCustomer(organizationId: string, customerId: string): Promise<void>;

  /** Deletes those requested before then. */
  abstract deleteBefore(time: Date): Promise<void>;
}
