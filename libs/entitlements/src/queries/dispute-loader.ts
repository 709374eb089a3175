import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import type { DisputeView } from './dispute.view.ts';

export const DISPUTE_COLUMNS = [
  ...(['id', 'created_at', 'modified_at', 'status', 'amount', 'tax_amount', 'currency', 'reason'] as const),
  ...(['evidence_due_by', 'order_id', 'payment_id', 'revoke_benefits', 'customer_id'] as const),
] as const;

type Stored = 'customer' | 'resolved' | 'closed' | 'past_due' | 'case_id';
type Row = Omit<DisputeView, Stored> & { readonly customer_id: string };

/** Adds customers to disputes, and what follows from the status. */
@Injectable()
export class DisputeLoader {
  constructor(
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async of(rows: readonly Row[]): Promise<DisputeView[]> {
    const customers = await this.queries.execute(new FindCustomers([...new Set(rows.map(({ customer_id }) => customer_id))]));
    const now = this.clock.now();
    return rows.map(({ customer_id, ...row }): DisputeView => {
      const resolved = row.status === 'won' || row.status === 'lost';
      return {
        ...row,
        resolved,
        closed: resolved || row.status === 'prevented',
        past_due: row.evidence_due_by !== null && row.evidence_due_by < now,
        case_id: null,
        customer: customers.get(customer_id)!,
      };
    });
  }
}
