export { GetNoteHandler } from './get-note.ts';
export { ListNotesHandler } from './list-notes.ts';
export { SearchNotesHandler } from './search-notes.ts';
