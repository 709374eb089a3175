import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { NoteChanges } from '../domain/note.ts';
import { Notes } from '../domain/notes.ts';
import { assertMayReplace, type NoteAccess, whichNote } from './note-access.ts';

export class ChangeNote extends Command<void> {
  constructor(
    readonly access: NoteAccess,
    readonly id: string,
    readonly changes: NoteChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeNote)
export class ChangeNoteHandler implements ICommandHandler<ChangeNote> {
  constructor(
    private readonly notes: Notes,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: ChangeNote): Promise<void> {
    return this.notes.change(whichNote(id, access), (note) => {
      access.customers.assertCanManage(note.organizationId);
      if (changes.text !== undefined) assertMayReplace(note, access);
      note.update(changes, this.clock.now(note.organizationId));
    });
  }
}
