import type { Columns } from '#platform/http';
import type { ExportedKeyView } from '../../queries/exported-key.view.ts';

const NAMES = [
  ...(['id', 'key', 'status', 'customer_id', 'customer_email', 'customer_name', 'benefit_id', 'created_at'] as const),
  ...(['expires_at', 'limit_activations', 'activation_count', 'limit_usage', 'usage', 'validations'] as const),
  ...(['last_validated_at', 'modified_at', 'organization_id'] as const),
] as const satisfies readonly (keyof ExportedKeyView)[];

/** A license key as a line of CSV. */
export const KEY_TABLE: Columns<ExportedKeyView> = Object.fromEntries(
  NAMES.map((name) => [name, (key: ExportedKeyView) => key[name]]),
);
