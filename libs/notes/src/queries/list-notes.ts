import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf } from '#engine/persistence';
import type { VisibleNotes } from '../contract/index.ts';
import { havingWords } from './having-words.ts';
import { NOTE_COLUMNS, toNoteView, visibleNotes } from './note-rows.ts';
import type { NoteView } from './note.view.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
interface NoteFilter {
  /** Notes about a customer, and about its license keys and orders. */
  readonly customer_id?: readonly string[] | undefined;
  readonly license_key_id?: readonly string[] | undefined;
  readonly order_id?: readonly string[] | undefined;
  /** Beginnings of words, all of which a note has. A blank text filters nothing. */
  readonly query?: string | undefined;
}

/** Pinned notes first, then the newest. */
export class ListNotes extends Query<Page<NoteView>> {
  constructor(
    readonly visible: VisibleNotes,
    readonly filter: NoteFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** The most notes that are found by their words before the list is read. It meets one of more soon in its own order. */
const FEW_WITH_WORDS = 1_000;

@QueryHandler(ListNotes)
export class ListNotesHandler implements IQueryHandler<ListNotes> {
  constructor(private readonly em: EntityManager) {}

  async execute({ visible, filter, paging }: ListNotes): Promise<Page<NoteView>> {
    const notes = await this.matching(visible, filter);
    if (!notes) return toPage([], 0, paging);
    const [rows, { total }] = await Promise.all([
      notes
        .select(NOTE_COLUMNS)
        .orderBy('is_pinned', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      notes.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toNoteView), Number(total), paging);
  }

  private async matching(visible: VisibleNotes, { query, ...filter }: NoteFilter) {
    let notes = visibleNotes(this.em, visible);
    for (const column of ['customer_id', 'license_key_id', 'order_id'] as const) {
      const ids = filter[column];
      if (ids) notes = notes.where(anyOf(column, ids));
    }
    if (!query?.trim()) return notes;
    const condition = havingWords(query);
    if (!condition) return undefined;
    const found = await visibleNotes(this.em, visible)
      .select('id')
      .where(condition)
      .limit(FEW_WITH_WORDS + 1)
      .execute();
    return found.length > FEW_WITH_WORDS
      ? notes.where(condition)
      : notes.where(
          anyOf(
            'id',
            found.map(({ id }) => id),
          ),
        );
  }
}
