import type { QueryBus } from '@nestjs/cqrs';
import type { AddedFields } from '#support/api-versions';
import { addedSince, changesOf } from '#platform/wire';
import { SCHEMAS_OF_RESOURCES, type WebhookResource } from '../contract/webhook-kinds.ts';

/** What later versions show of these resources besides; those that they show as before are missing in the result. */
export async function addedFieldsOf(
  resource: WebhookResource,
  shown: readonly object[],
  queries: QueryBus,
): Promise<ReadonlyMap<object, AddedFields>> {
  const changes = SCHEMAS_OF_RESOURCES[resource].flatMap((name) => changesOf(name));
  if (changes.length === 0) return new Map();
  const added = await addedSince(
    shown.map((each) => ({ shown: each, changes })),
    (query) => queries.execute(query),
  );
  return new Map(
    [...added].map(([each, byChange]) => {
      const byVersion = Map.groupBy(byChange, ([change]) => change.since);
      const fields = [...byVersion].map(([version, values]) => [version, Object.assign({}, ...values.map(([, value]) => value))]);
      return [each, Object.fromEntries(fields) as AddedFields];
    }),
  );
}
