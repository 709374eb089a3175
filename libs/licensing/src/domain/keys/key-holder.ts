import { holdsAlready, isRevokedForGood, type Status } from './license-key.errors.ts';
import type { PresentedKeyState } from './license-key-fields.ts';

type HolderState = Pick<PresentedKeyState, 'customerId' | 'memberId' | 'customerDeleted' | 'grantedAfterDeletion'>;

/** Who holds a key: a customer as a whole, or one of its members. */
export class KeyHolder {
  constructor(private readonly state: HolderState) {}

  /** The key of a deleted customer counts as revoked before its status is, until it is granted again. */
  get isDeleted(): boolean {
    return this.state.customerDeleted && !this.state.grantedAfterDeletion;
  }

  /** The key was granted by hand or with its grant. */
  noteGranted(): void {
    this.state.grantedAfterDeletion ||= this.state.customerDeleted;
  }

  /** The customer was merged into another one. `remaining` has the members that took the place of others. */
  moveTo(customerId: string, remaining: ReadonlyMap<string, string>): void {
    const { memberId } = this.state;
    this.state.customerId = customerId;
    if (memberId !== null) this.state.memberId = remaining.get(memberId) ?? memberId;
  }

  /** Throws if the seller cannot give a key of this status to the customer. */
  assertTransferableTo(customerId: string, status: Status): void {
    if (this.isDeleted || status === 'revoked') throw isRevokedForGood();
    if (customerId === this.state.customerId) throw holdsAlready(customerId);
  }

  /** The purchase of the key has another holder. */
  follow({ customerId, memberId }: { readonly customerId: string; readonly memberId: string | null }): void {
    this.state.customerId = customerId;
    this.state.memberId = memberId;
  }

  /** The customer holds the key as a whole. Returns the customer before. */
  transferTo(customerId: string): string {
    const { customerId: before } = this.state;
    this.state.customerId = customerId;
    this.state.memberId = null;
    return before;
  }
}
