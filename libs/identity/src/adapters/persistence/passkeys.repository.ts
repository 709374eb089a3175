import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne, inTransaction } from '#engine/persistence';
import { PasskeyNotVerified, TooManyPasskeys } from '../../domain/identity.errors.ts';
import { MOST_PASSKEYS, type Passkey, type PasskeyState } from '../../domain/passkey.ts';
import { type PasskeyChallenge, Passkeys } from '../../domain/passkeys.ts';
import { PasskeyMapping, passkeyRows } from './user-credentials.mapping.ts';

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
        if ((await transaction.count(PasskeyMapping, { userId })) >= MOST_PASSKEYS) throw new TooManyPasskeys(MOST_PASSKEYS);
        await passkeyRows.insert(transaction, [passkey]);
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new PasskeyNotVerified() : error;
    }
  }

  async ofUser(userId: string): Promise<readonly Readonly<PasskeyState>[]> {
    const passkeys = await passkeyRows.find(this.em.fork(), { userId }, { created_at: 'asc', id: 'asc' });
    return passkeys.map(({ snapshot }) => snapshot);
  }

  async findByCredential(credentialId: string): Promise<Readonly<PasskeyState> | null> {
    const [passkey] = await passkeyRows.find(this.em.fork(), { credentialId });
    return passkey?.snapshot ?? null;
  }

  change<T>(id: string, by: (passkey: Passkey) => Sync<T>): Promise<T> {
    return changeOne(this.em, passkeyRows, { id }, by);
  }

  async remove({ id, userId }: { readonly id: string; readonly userId: string }, by: (passkey: Passkey) => void): Promise<void> {
    await inTransaction(this.em, 'removed Passkey', async (transaction) => {
      const locked = await passkeyRows.lock(transaction, { id, userId });
      const [passkey] = locked.all;
      if (!passkey) throw new ResourceNotFound();
      by(passkey);
      await locked.remove();
    });
  }

  async deleteChallenges(expiredBy: Date): Promise<void> {
    await this.em.fork().execute('delete from identity.passkey_challenges where expires_at <= ?', [expiredBy]);
  }
}
