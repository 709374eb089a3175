import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { isUuid } from '#kernel';
import { type FoundNote, SearchNotes } from '../contract/index.ts';
import { havingWords } from './having-words.ts';
import { visibleNotes } from './note-rows.ts';

/** So many are compared by age: a word that every note has is found as soon as any other. */
const COMPARED = 200;

@QueryHandler(SearchNotes)
export class SearchNotesHandler implements IQueryHandler<SearchNotes> {
  constructor(private readonly em: EntityManager) {}

  async execute({ visible, text, most }: SearchNotes): Promise<readonly FoundNote[]> {
    const condition = havingWords(text);
    if (!condition) return [];
    const notes = visibleNotes(this.em, visible);
    const found = await (isUuid(text) ? notes.where('id', '=', text.toLowerCase()) : notes.where(condition))
      .select(['id', 'organization_id', 'customer_id', 'text', 'created_at'])
      .limit(COMPARED)
      .execute();
    return found.sort((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, most);
  }
}
