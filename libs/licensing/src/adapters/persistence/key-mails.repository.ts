import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { recordEvents } from '#engine/outbox';
import { inTransaction, recordAction } from '#engine/persistence';
import { type KeyMail, KeyMails, type MailedKey } from '../../domain/keys/key-mails.ts';
import type { LicenseKeyMailRequested } from '../../domain/keys/license-key.events.ts';

@Injectable()
export class PgKeyMails extends KeyMails {
  constructor(private readonly em: EntityManager) {
    super();
  }

  note(key: MailedKey, mail: KeyMail): Promise<void> {
    return inTransaction(this.em, 'KeyMail', (transaction) => record(transaction, key, mail));
  }

  request(key: MailedKey, event: LicenseKeyMailRequested): Promise<void> {
    return inTransaction(this.em, 'KeyMail', async (transaction) => {
      await record(transaction, key, 'key');
      await recordEvents(transaction, [event]);
    });
  }
}

const record = (transaction: EntityManager, { id, organizationId, customerId }: MailedKey, mail: KeyMail): Promise<void> =>
  recordAction(transaction, { type: 'license_key', id, organizationId, customerId }, { mail });
