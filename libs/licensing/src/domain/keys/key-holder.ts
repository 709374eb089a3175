import { holdsAlready, isRevokedForGood, type Status } from './license-key.errors.ts';

interface HolderState {
  readonly customerId: string;
  readonly memberId: string | null;
  readonly customerDeleted: boolean;
  readonly grantedAfterDeletion: boolean;
}

/** Who holds a key: a customer as a whole, or one of its members. */
export class KeyHolder {
  customerId: string;
  memberId: string | null;
  /** Set by the repository: customers are deleted in their own context. */
  customerDeleted: boolean;
  /** Whether the key was granted after its customer had been deleted. */
  grantedAfterDeletion: boolean;

  constructor({ customerId, memberId, customerDeleted, grantedAfterDeletion }: HolderState) {
    this.customerId = customerId;
    this.memberId = memberId;
    this.customerDeleted = customerDeleted;
    this.grantedAfterDeletion = grantedAfterDeletion;
  }

  /** The key of a deleted customer counts as revoked before its status is, until it is granted again. */
  get isDeleted(): boolean {
    return this.customerDeleted && !this.grantedAfterDeletion;
  }

  /** The key was granted by hand or with its grant. */
  noteGranted(): void {
    this.grantedAfterDeletion ||= this.customerDeleted;
  }

  /** The customer was merged into another one. `remaining` has the members that took the place of others. */
  moveTo(customerId: string, remaining: ReadonlyMap<string, string>): void {
    this.customerId = customerId;
    if (this.memberId !== null) this.memberId = remaining.get(this.memberId) ?? this.memberId;
  }

  /** Throws if the seller cannot give a key of this status to the customer. */
  assertTransferableTo(customerId: string, status: Status): void {
    if (this.isDeleted || status === 'revoked') throw isRevokedForGood();
    if (customerId === this.customerId) throw holdsAlready(customerId);
  }

  /** The customer holds the key as a whole. Returns the customer before. */
  transferTo(customerId: string): string {
    const { customerId: before } = this;
    this.customerId = customerId;
    this.memberId = null;
    return before;
  }
}
