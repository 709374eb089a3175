import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { Note, type NoteState } from '../../domain/note.ts';

export const NoteMapping = defineEntity({
  name: 'NoteRow',
  schema: 'notes',
  tableName: 'notes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    licenseKeyId: p.uuid().nullable(),
    orderId: p.uuid().nullable(),
    authorType: p.text().$type<NoteState['authorType']>(),
    authorId: p.uuid(),
    text: p.text(),
    isPinned: p.boolean(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const noteRows = aggregateRows(Note, NoteMapping).auditedAs({ type: 'note', masked: ['text'] });

export interface NotesTables {
  'notes.notes': InferKyselyTable<typeof NoteMapping>;
}
