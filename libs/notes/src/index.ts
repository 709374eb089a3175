import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { NoteMapping } from './adapters/persistence/note.mapping.ts';
import { notesData } from './adapters/persistence/organization-data.ts';

export { notesSubscribers } from './adapters/messaging/subscribers.ts';
export { NotesModule } from './notes.module.ts';

export const notesTables: Tables = {
  entities: [NoteMapping],
  migrations: Object.values(migrations),
  ofOrganization: notesData,
};
