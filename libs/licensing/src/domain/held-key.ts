import { EntitledKey } from './entitled-key.ts';
import { holdsAlready, isRevokedForGood, type Status } from './license-key.errors.ts';
import { LicenseKeyTransferred } from './license-key.events.ts';

/** The part of a key that says who holds it. */
export abstract class HeldKey extends EntitledKey {
  abstract customerId: string;
  abstract memberId: string | null;
  abstract readonly status: Status;
  /** Whether the key was granted after its customer had been deleted. */
  protected grantedAfterDeletion = false;
  protected readonly customerDeleted: boolean = false;

  /** The key of a deleted customer counts as revoked before its status is, until it is granted again. */
  get isOfDeletedCustomer(): boolean {
    return this.customerDeleted && !this.grantedAfterDeletion;
  }

  /** The customer was merged into another one. `remaining` has the members that took the place of others. */
  moveTo(customerId: string, remaining: ReadonlyMap<string, string>, now: Date): void {
    this.customerId = customerId;
    if (this.memberId !== null) this.memberId = remaining.get(this.memberId) ?? this.memberId;
    this.modifiedAt = now;
  }

  /** The seller gives the key to another customer, who holds it as a whole. */
  transferTo(customerId: string, now: Date): void {
    if (this.isOfDeletedCustomer || this.status === 'revoked') throw isRevokedForGood();
    const { customerId: previousCustomerId } = this;
    if (customerId === previousCustomerId) throw holdsAlready(customerId);
    this.customerId = customerId;
    this.memberId = null;
    this.modifiedAt = now;
    this.record(new LicenseKeyTransferred(this.snapshot, now, previousCustomerId));
  }
}
