import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { changeOne, inTransaction, recordChanges, recordRemovals, snapshotsOf } from '#platform/persistence';
import { PasskeyNotVerified, TooManyPasskeys } from '../../domain/identity.errors.ts';
import { MOST_PASSKEYS, Passkey } from '../../domain/passkey.ts';
import { type PasskeyChallenge, Passkeys } from '../../domain/passkeys.ts';

interface ChallengeRow {
  readonly challenge: string;
  readonly user_id: string | null;
  readonly expires_at: Date | string;
}

@Injectable()
export class MikroOrmPasskeys extends Passkeys {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async addChallenge({ challenge, userId, expiresAt }: PasskeyChallenge): Promise<void> {
    const statement = 'insert into identity.passkey_challenges (challenge, user_id, expires_at) values (?, ?, ?)';
    await this.em.fork().execute(statement, [challenge, userId, expiresAt]);
  }

  async takeChallenge(challenge: string): Promise<PasskeyChallenge | null> {
    const statement = 'delete from identity.passkey_challenges where challenge = ? returning challenge, user_id, expires_at';
    const [row] = await this.em.fork().execute<ChallengeRow[]>(statement, [challenge]);
    return row ? { challenge: row.challenge, userId: row.user_id, expiresAt: new Date(row.expires_at) } : null;
  }

  /** The lock makes additions for the same user take turns. */
  async add(passkey: Passkey): Promise<void> {
    const { userId } = passkey;
    try {
      await inTransaction(this.em, 'new Passkey', async (transaction) => {
        await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`passkeys/${userId}`]);
        if ((await transaction.count(Passkey, { userId })) >= MOST_PASSKEYS) throw new TooManyPasskeys(MOST_PASSKEYS);
        transaction.persist(passkey);
        await transaction.flush();
        await recordChanges(transaction, snapshotsOf([]), [passkey]);
        await recordEvents(transaction, passkey.pullEvents());
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new PasskeyNotVerified() : error;
    }
  }

  ofUser(userId: string): Promise<readonly Readonly<Passkey>[]> {
    return this.em.fork().find(Passkey, { userId }, { orderBy: { created_at: 'asc', id: 'asc' } as object });
  }

  findByCredential(credentialId: string): Promise<Readonly<Passkey> | null> {
    return this.em.fork().findOne(Passkey, { credentialId });
  }

  change<T>(id: string, by: (passkey: Passkey) => Sync<T>): Promise<T> {
    return changeOne(this.em, Passkey, { id }, by);
  }

  async remove({ id, userId }: { readonly id: string; readonly userId: string }, by: (passkey: Passkey) => void): Promise<void> {
    await inTransaction(this.em, 'removed Passkey', async (transaction) => {
      const passkey = await transaction.findOne(Passkey, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!passkey) throw new ResourceNotFound();
      by(passkey);
      await transaction.remove(passkey).flush();
      await recordRemovals(transaction, [passkey]);
      await recordEvents(transaction, passkey.pullEvents());
    });
  }

  async deleteChallenges(expiredBy: Date): Promise<void> {
    await this.em.fork().execute('delete from identity.passkey_challenges where expires_at <= ?', [expiredBy]);
  }
}
