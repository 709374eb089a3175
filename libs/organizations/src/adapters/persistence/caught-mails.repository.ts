import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { type CaughtMail, CaughtMails, MOST_CAUGHT } from '../../domain/caught-mails.ts';

const ADD = `
  with added as (
    insert into organizations.caught_mails (organization_id, id, created_at, encrypted_mail) values ($1, $2, $3, $4)
  )
  delete from organizations.caught_mails where organization_id = $1 and id in (
    select id from organizations.caught_mails where organization_id = $1 order by created_at desc, id offset $5
  )`;

@Injectable()
export class PgCaughtMails extends CaughtMails {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async add(sandboxId: string, { id, createdAt, to, subject, text }: CaughtMail): Promise<void> {
    const encrypted = this.keyring.encrypt(JSON.stringify({ to, subject, text }));
    const pool = await pgPool(this.em);
    // The statement does not see its own row, so that one is kept besides.
    await pool.query(ADD, [sandboxId, id, createdAt, encrypted, MOST_CAUGHT - 1]);
  }
}
