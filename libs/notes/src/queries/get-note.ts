import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import type { VisibleNotes } from '../contract/index.ts';
import { NOTE_COLUMNS, toNoteView, visibleNotes } from './note-rows.ts';
import type { NoteView } from './note.view.ts';

export class GetNote extends Query<NoteView> {
  constructor(
    readonly visible: VisibleNotes,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetNote)
export class GetNoteHandler implements IQueryHandler<GetNote> {
  constructor(private readonly em: EntityManager) {}

  async execute({ visible, id }: GetNote): Promise<NoteView> {
    const row = await visibleNotes(this.em, visible).select(NOTE_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toNoteView(row);
  }
}
