import { Migration } from '@mikro-orm/migrations';

/** All events about a subject; `events_of_subject` has only those that are open. */
export class Migration20261126_2102_EventsAboutSubjects extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists connectors.events_about_subjects');
    this.addSql(`
      create index concurrently events_about_subjects on connectors.events (subject_id) where subject_id is not null`);
  }
}
