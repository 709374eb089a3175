import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { BulkChangeTables } from '../adapters/persistence/bulk-change.mapping.ts';
import { type BulkAction, isUndoable } from '#support/bulk-changes';
import type { BulkActionView, BulkChangeView } from './bulk-change.view.ts';

export const visibleBulkChanges = (em: EntityManager, organizations: readonly string[]) =>
  readDb<BulkChangeTables>(em).selectFrom('licensing.bulk_changes').where(anyOf('organization_id', organizations));

const actionOf = (action: BulkAction): BulkActionView =>
  action.type === 'extend_until' ? { type: action.type, expires_at: new Date(action.expiresAt) } : action;

export const toBulkChangeView = (row: Selectable<BulkChangeTables['licensing.bulk_changes']>): BulkChangeView => ({
  ...row,
  action: actionOf(row.action),
  pending: row.total - row.changed - row.refused,
  is_undoable: isUndoable(row),
});
