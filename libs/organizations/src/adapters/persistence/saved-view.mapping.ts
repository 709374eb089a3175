import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import type { ViewedList } from '#support/saved-views';
import { SavedView, type SavedFilters } from '../../domain/saved-view.ts';

export const SavedViewMapping = defineEntity({
  name: 'SavedViewRow',
  schema: 'organizations',
  tableName: 'saved_views',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    list: p.text().$type<ViewedList>(),
    authorId: p.uuid(),
    ownerId: p.uuid().nullable(),
    name: p.text(),
    filters: p.json().$type<SavedFilters>(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

// Filters may name customers, and the audit log of an organization outlives them.
export const savedViewRows = aggregateRows(SavedView, SavedViewMapping).auditedAs({ type: 'saved_view', masked: ['filters'] });

export interface SavedViewTables {
  'organizations.saved_views': InferKyselyTable<typeof SavedViewMapping>;
}
