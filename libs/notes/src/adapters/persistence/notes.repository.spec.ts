import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { notesContract } from '../../../testing/notes.contract.ts';
import { notesTables } from '../../index.ts';
import { MikroOrmNotes } from './notes.repository.ts';

notesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(notesTables);
  return {
    notes: new MikroOrmNotes(orm.em),
    copy: async (noteId, times) => {
      const columns =
        'organization_id, customer_id, license_key_id, order_id, author_type, author_id, text, is_pinned, created_at';
      await orm.em.fork().execute(
        `insert into notes.notes (id, ${columns})
         select gen_random_uuid(), ${columns} from notes.notes, generate_series(1, ?) where id = ?`,
        [times, noteId],
      );
    },
    close,
  };
});
