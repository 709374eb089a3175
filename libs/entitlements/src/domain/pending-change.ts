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
  pendingUpdate: PendingUpdate | null;
}

/** What changes with the next period: the product, the number of seats, or both. */
export class PendingChange {
  constructor(private readonly state: PendingChangeState) {}

  get exists(): boolean {
    return this.state.pendingUpdate !== null;
  }

  get offer(): Offer | undefined {
    return this.state.pendingUpdate?.offer;
  }

  get seats(): number | undefined {
    return this.state.pendingUpdate?.seats;
  }

  replace(offer: Offer | undefined, seats: number | undefined, now: Date): string[] {
    this.state.pendingUpdate = { id: newId(), createdAt: now.toISOString(), offer, seats };
    return ['pendingUpdate'];
  }

  /** The seats are decided; a product still takes effect. */
  dropSeats(): string[] {
    const { seats: _settled, ...rest } = this.state.pendingUpdate!;
    this.state.pendingUpdate = rest.offer ? rest : null;
    return ['pendingUpdate'];
  }

  clear(): string[] {
    if (!this.state.pendingUpdate) return [];
    this.state.pendingUpdate = null;
    return ['pendingUpdate'];
  }
}
