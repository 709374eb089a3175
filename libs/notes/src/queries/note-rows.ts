import type { EntityManager } from '@mikro-orm/postgresql';
import { anyOf, readDb } from '#engine/persistence';
import type { NotesTables } from '../adapters/persistence/note.mapping.ts';
import type { VisibleNotes } from '../contract/index.ts';
import type { NoteView } from './note.view.ts';

export const NOTE_COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'organization_id',
  'customer_id',
  'license_key_id',
  'order_id',
  'author_type',
  'author_id',
  'text',
  'is_pinned',
] as const;

export function visibleNotes(em: EntityManager, { organizations, seesOrdersOf }: VisibleNotes) {
  const notes = readDb<NotesTables>(em).selectFrom('notes.notes').where(anyOf('organization_id', organizations));
  if (organizations.every((id) => seesOrdersOf.includes(id))) return notes;
  return notes.where((is) => is.or([is('order_id', 'is', null), anyOf('organization_id', seesOrdersOf)]));
}

type Row = Pick<NotesTables['notes.notes'], (typeof NOTE_COLUMNS)[number]>;

export const toNoteView = ({ author_type: type, author_id: id, ...row }: Row): NoteView => ({ ...row, author: { type, id } });
