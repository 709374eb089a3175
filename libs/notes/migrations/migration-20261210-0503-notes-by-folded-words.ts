import { Migration } from '@mikro-orm/migrations';

/** Notes are found by words without accents. */
export class Migration20261210_0503_NotesByFoldedWords extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists notes.notes_by_folded_words');
    this.addSql(`create index concurrently notes_by_folded_words on notes.notes using gin
      (organization_id, (to_tsvector('simple', platform.folded(translate(text, '@./:_+<>&#-', '           ')))))`);
    this.addSql('drop index concurrently if exists notes.notes_by_words');
  }
}
