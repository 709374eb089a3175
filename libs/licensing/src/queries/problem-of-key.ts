import type { ListedRow } from './key-pages.ts';
import { usageNow } from './visible-keys.ts';

type Asked = Pick<
  ListedRow,
  'status' | 'expires_at' | 'activation_count' | 'limit_activations' | 'usage' | 'limit_usage' | 'policy' | 'policy_state'
>;

/**
 * The `License-Code` of what most often keeps an application from using a key, as far as its row says it; null if that says nothing. An
 * explanation of the key runs all checks.
 */
export function problemOf(row: Asked, now: Date): string | null {
  if (row.status === 'revoked') return 'REVOKED';
  if (row.status === 'disabled') return 'DISABLED';
  if (row.expires_at !== null && row.expires_at <= now) return 'EXPIRED';
  if (row.limit_usage !== null && usageNow(row, now) >= row.limit_usage) return 'USAGE_LIMIT_EXCEEDED';
  if (row.limit_activations !== null && row.activation_count >= row.limit_activations) return 'ACTIVATION_LIMIT_REACHED';
  return null;
}
