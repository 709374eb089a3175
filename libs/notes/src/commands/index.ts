export { AddNoteHandler } from './add-note.ts';
export { ChangeNoteHandler } from './change-note.ts';
export { DeleteNoteHandler } from './delete-note.ts';
export { FollowCustomerOfNotesHandler } from './follow-customer-of-notes.ts';
