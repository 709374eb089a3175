import type { Schema } from '../../api/client.ts';
import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export type Undelivered = Schema<'UndeliveredPurchase'>;
export type Reason = Undelivered['reason'];

const REASONS = [
  'price_unmapped',
  'product_missing',
  'customer_missing',
  'list_incomplete',
  'order_unknown',
  'event_waiting',
  'value_unknown',
  'event_refused',
  'quantity_ignored',
  'renewal_ambiguous',
  'key_missing',
] as const satisfies readonly Reason[];

export interface UndeliveredSearch {
  readonly page?: number;
  readonly reason?: Reason;
  /** The purchase that is asked about. */
  readonly line?: string;
}

export const readUndeliveredSearch = (search: Search): UndeliveredSearch => ({
  page: pageIn(search['page']),
  reason: oneIn(REASONS, search['reason']),
  line: textIn(search['line']),
});
