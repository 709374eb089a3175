import { csvLine } from '#kernel';
import type { ExportedKeyView } from '../../queries/exported-key.view.ts';

const COLUMNS = [
  ...(['id', 'key', 'status', 'customer_id', 'customer_email', 'customer_name', 'benefit_id', 'created_at'] as const),
  ...(['expires_at', 'limit_activations', 'activation_count', 'limit_usage', 'usage', 'validations'] as const),
  ...(['last_validated_at', 'modified_at', 'organization_id'] as const),
] as const satisfies readonly (keyof ExportedKeyView)[];

const written = (value: ExportedKeyView[(typeof COLUMNS)[number]]): string | number | null =>
  value instanceof Date ? value.toISOString() : value;

export async function* asCsv(keys: AsyncIterable<ExportedKeyView>): AsyncGenerator<string, void> {
  yield csvLine(COLUMNS);
  for await (const key of keys) yield csvLine(COLUMNS.map((column) => written(key[column])));
}
