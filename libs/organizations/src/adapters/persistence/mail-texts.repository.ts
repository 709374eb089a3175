import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { derivedId } from '#kernel';
import { inTransaction, recordChange, type Snapshot } from '#engine/persistence';
import { type MailText, MailTexts, type WhichMailText } from '../../domain/mail-texts.ts';
import { MailTextMapping } from './mail-text.mapping.ts';

const snapshotOf = ({ organizationId, mail, language, subject, body }: MailText): Snapshot => ({
  type: 'mail_text',
  id: derivedId(organizationId, mail, language),
  organizationId,
  customerId: null,
  isDeleted: false,
  fields: { mail, language, subject, body },
});

const which = ({ organizationId, mail, language }: WhichMailText) => ({ organizationId, mail, language });

/** Makes those who change the texts of an organization take turns. */
const ONE_AT_A_TIME = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';

@Injectable()
export class MikroOrmMailTexts extends MailTexts {
  constructor(private readonly em: EntityManager) {
    super();
  }

  put(text: MailText): Promise<void> {
    return this.replace(text, text);
  }

  remove(text: WhichMailText): Promise<void> {
    return this.replace(text, undefined);
  }

  private replace(text: WhichMailText, by: MailText | undefined): Promise<void> {
    return inTransaction(this.em, 'MailText', async (transaction) => {
      await transaction.execute(ONE_AT_A_TIME, [`mail-texts/${text.organizationId}`]);
      const before = await transaction.findOne(MailTextMapping, which(text), { disableIdentityMap: true });
      await transaction.nativeDelete(MailTextMapping, which(text));
      if (by) await transaction.insert(MailTextMapping, by);
      await recordChange(transaction, before ? snapshotOf(before) : undefined, by && snapshotOf(by));
    });
  }
}
