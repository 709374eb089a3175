export { Migration20261209_0100_Notes } from './migration-20261209-0100-notes.ts';
export { Migration20261210_0503_NotesByFoldedWords } from './migration-20261210-0503-notes-by-folded-words.ts';
