import type { Selectable } from 'kysely';
import { inCurrentForm, type ReportedState } from '../../domain/reported-state.ts';
import type { ProviderObject } from '../../domain/provider-objects.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { fromStored } from './stored-state.ts';

export type ProviderObjectRow = Pick<
  Selectable<ConnectorsTables['connectors.subjects']>,
  'id' | 'organization_id' | 'connector_id' | 'ref' | 'knowledge' | 'revision' | 'result_id' | 'orders'
>;

/** The columns of a row, of the table `s`. */
export const PROVIDER_OBJECT_COLUMNS =
  's.id, s.organization_id, s.connector_id, s.ref, s.knowledge, s.revision::float8 as revision, s.result_id, s.orders';

/** Which of the objects `s` of a join are listed as undelivered. It has to begin after they are locked. */
export const listedOf = (objects: string): string => `select distinct u.source_id as id from ${objects}
  join connectors.undelivered_purchases u on u.organization_id = s.organization_id and u.source_kind = 'subject' and u.source_id = s.id`;

export const toProviderObject = (
  row: ProviderObjectRow,
  reported: ReportedState = inCurrentForm(fromStored(row.knowledge)),
  mayBeListed = true,
): ProviderObject => ({
  id: row.id,
  organizationId: row.organization_id,
  connectorId: row.connector_id,
  ref: row.ref,
  reported,
  revision: row.revision,
  resultId: row.result_id,
  orders: row.orders,
  mayBeListed,
});
