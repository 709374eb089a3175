import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne, inTransaction, pgPool } from '#engine/persistence';
import { Note } from '../../domain/note.ts';
import { Notes, type WhichNote } from '../../domain/notes.ts';
import { NoteMapping, noteRows } from './note.mapping.ts';

const STEP = 1_000;

const SOME = `organization_id = $1 and id = any(array(
  select id from notes.notes where organization_id = $1 and customer_id = $2 order by id limit ${STEP} for update))`;
const MOVE = `update notes.notes set customer_id = $3 where ${SOME}`;
const ERASE = `delete from notes.notes where ${SOME}`;

const where = ({ id, organizations, seesOrdersOf }: WhichNote) => ({
  id,
  organizationId: { $in: [...organizations] },
  $or: [{ orderId: null }, { organizationId: { $in: [...seesOrdersOf] } }],
});

@Injectable()
export class MikroOrmNotes extends Notes {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes additions about the same thing take turns. */
  add(note: Note): Promise<void> {
    const { organizationId, subject } = note;
    const about = subject.licenseKeyId ?? subject.orderId ?? subject.customerId;
    return inTransaction(this.em, 'new Note', async (transaction) => {
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`notes/${about}`]);
      Note.assertFits(await transaction.count(NoteMapping, { organizationId, ...subject }));
      await noteRows.insert(transaction, [note]);
    });
  }

  change<T>(which: WhichNote, by: (note: Note) => Sync<T>): Promise<T> {
    return changeOne(this.em, noteRows, where(which), by);
  }

  remove(which: WhichNote, check: (note: Note) => void): Promise<void> {
    return inTransaction(this.em, 'removed Note', async (transaction) => {
      const locked = await noteRows.lock(transaction, where(which));
      const [note] = locked.all;
      if (!note) throw new ResourceNotFound();
      check(note);
      await locked.remove();
    });
  }

  moveSome(organizationId: string, from: string, to: string): Promise<number> {
    return this.run('notes-move', MOVE, [organizationId, from, to]);
  }

  eraseSome(organizationId: string, customerId: string): Promise<number> {
    return this.run('notes-erase', ERASE, [organizationId, customerId]);
  }

  private async run(name: string, text: string, values: string[]): Promise<number> {
    const pool = await pgPool(this.em);
    return (await pool.query({ name, text, values })).rowCount!;
  }
}
