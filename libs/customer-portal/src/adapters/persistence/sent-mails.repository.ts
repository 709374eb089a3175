import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#engine/persistence';
import { type SentMail, SentMails } from '../../domain/sent-mails.ts';
import { SentMailMapping } from './sent-mail.mapping.ts';

const NOTE = `
  insert into customer_portal.mails as m
    (organization_id, id, customer_id, resource_id, mail, recipient, outcome, code, reason, attempts, created_at, attempted_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $10
  where exists (select from customer_portal.customers where organization_id = $1 and id = $3 and deleted_at is null)
  on conflict (organization_id, id) do update set
    outcome = excluded.outcome, code = excluded.code, reason = excluded.reason,
    attempts = m.attempts + 1, attempted_at = excluded.attempted_at
  where m.outcome <> 'sent'`;

@Injectable()
export class PgSentMails extends SentMails {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async note(mail: SentMail): Promise<void> {
    const { organizationId, id, customerId, resourceId, recipient, outcome, code, reason, attemptedAt } = mail;
    const values = [organizationId, id, customerId, resourceId, mail.mail, recipient, outcome, code, reason, attemptedAt];
    await (await pgPool(this.em)).query(NOTE, values);
  }

  async deleteOfCustomer(organizationId: string, customerId: string): Promise<void> {
    await this.em.fork().nativeDelete(SentMailMapping, { organizationId, customerId });
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.em.fork().nativeDelete(SentMailMapping, { createdAt: { $lt: time } });
  }
}
