import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { notesContract } from '../../../testing/notes.contract.ts';
import { notesTables } from '../../index.ts';
import { MikroOrmNotes } from './notes.repository.ts';

notesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(notesTables);
  return { notes: new MikroOrmNotes(orm.em), close };
});
