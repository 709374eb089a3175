import type { EntityManager } from '@mikro-orm/postgresql';
import { anyOf, readDb } from '#engine/persistence';
import type { ConnectorsTables } from '../adapters/persistence/connectors-tables.mapping.ts';
import type { ConnectorView } from './connector.view.ts';

export const CONNECTOR_COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'organization_id',
  'provider',
  'name',
  'account',
  'is_test',
  'entitlement',
  'customer_email',
  'unmapped',
  'own_metadata',
  'previous_secret_ends_at',
] as const;

type Row = Pick<ConnectorsTables['connectors.connectors'], (typeof CONNECTOR_COLUMNS)[number]>;

export const connectorsOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<ConnectorsTables>(em)
    .selectFrom('connectors.connectors')
    .where(anyOf('organization_id', organizations))
    .where('deleted_at', 'is', null);

export const toConnectorView = (row: Row): ConnectorView => ({ ...row, webhook_path: `/v1/connectors/${row.id}/webhook` });
