import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Notes } from '../domain/notes.ts';
import { assertMayReplace, type NoteAccess, whichNote } from './note-access.ts';

export class DeleteNote extends Command<void> {
  constructor(
    readonly access: NoteAccess,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteNote)
export class DeleteNoteHandler implements ICommandHandler<DeleteNote> {
  constructor(private readonly notes: Notes) {}

  execute({ access, id }: DeleteNote): Promise<void> {
    return this.notes.remove(whichNote(id, access), (note) => assertMayReplace(note, access));
  }
}
