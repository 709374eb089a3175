import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import type { WebhooksTables } from '../adapters/persistence/webhooks-tables.mapping.ts';
import type { WebhookEndpointView } from './webhook-endpoint.view.ts';

export const ENDPOINT_COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'url',
  'name',
  'format',
  'envelope',
  'api_version',
  'secret',
  'headers',
  'organization_id',
  'events',
  'product_ids',
  'benefit_ids',
  'enabled',
] as const;

type Row = Pick<Selectable<WebhooksTables['webhooks.endpoints']>, (typeof ENDPOINT_COLUMNS)[number]>;

export const endpointsOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<WebhooksTables>(em)
    .selectFrom('webhooks.endpoints')
    .where(anyOf('organization_id', organizations))
    .where('deleted_at', 'is', null);

/** Nobody gets to see a secret value again. */
const headersIn = (stored: string): WebhookEndpointView['headers'] =>
  (JSON.parse(stored) as readonly { name: string; value: string; isSecret: boolean }[]).map(({ name, value, isSecret }) => ({
    name,
    value: isSecret ? null : value,
    is_secret: isSecret,
  }));

/** The reference API has neither envelopes, filters nor headers: an endpoint without them looks as it does there. */
export const toEndpointView = (
  { envelope, product_ids, benefit_ids, headers, ...row }: Row,
  keyring: Keyring,
): WebhookEndpointView => ({
  ...row,
  envelope: envelope === 'standard' ? undefined : envelope,
  product_ids: product_ids ?? undefined,
  benefit_ids: benefit_ids ?? undefined,
  events: row.events as WebhookEndpointView['events'],
  secret: keyring.decrypt(row.secret),
  headers: headers ? headersIn(keyring.decrypt(headers)) : undefined,
  uses_standard_webhook_signature: true,
});
