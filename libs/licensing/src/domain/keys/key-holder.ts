import type { Status } from './license-key.errors.ts';
import { holdsAlready, isRevokedForGood } from './transfer.errors.ts';
import type { PresentedKeyState } from './license-key-fields.ts';

type HolderState = Pick<PresentedKeyState, 'customerId' | 'memberId' | 'customerDeleted' | 'grantedAfterDeletion'>;

interface HeldKey {
  readonly status: Status;
  readonly isOfDeletedCustomer: boolean;
}

/** Who holds a key: a customer as a whole, or one of its members. */
export class KeyHolder {
  constructor(private readonly state: HolderState) {}

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

  /** Throws if the seller cannot give the key to the customer. */
  assertTransferableTo(customerId: string, { status, isOfDeletedCustomer }: HeldKey): void {
    if (isOfDeletedCustomer || status === 'revoked') throw isRevokedForGood();
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
