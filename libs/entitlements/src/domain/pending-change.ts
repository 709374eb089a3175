import { newId } from '#kernel';
import type { Offer } from './offer.ts';

/** Changes at the end of the period: at least one. A product is bought as it was offered when the change was scheduled. Stored as JSON. */
export interface PendingUpdate {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly offer?: Offer;
  readonly seats?: number;
}

export interface PendingChangeState {
  readonly pendingUpdate: PendingUpdate | null;
}

/** What changes with the next period: the product, the number of seats, or both. */
export class PendingChange implements PendingChangeState {
  pendingUpdate: PendingUpdate | null;

  constructor(state: PendingChangeState) {
    this.pendingUpdate = state.pendingUpdate;
  }

  get exists(): boolean {
    return this.pendingUpdate !== null;
  }

  get offer(): Offer | undefined {
    return this.pendingUpdate?.offer;
  }

  get seats(): number | undefined {
    return this.pendingUpdate?.seats;
  }

  replace(offer: Offer | undefined, seats: number | undefined, now: Date): string[] {
    this.pendingUpdate = { id: newId(), createdAt: now.toISOString(), offer, seats };
    return ['pendingUpdate'];
  }

  /** The seats are decided; a product still takes effect. */
  dropSeats(): string[] {
    const { seats: _settled, ...rest } = this.pendingUpdate!;
    this.pendingUpdate = rest.offer ? rest : null;
    return ['pendingUpdate'];
  }

  clear(): string[] {
    if (!this.pendingUpdate) return [];
    this.pendingUpdate = null;
    return ['pendingUpdate'];
  }
}
