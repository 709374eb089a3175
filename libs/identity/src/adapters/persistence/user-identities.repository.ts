import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { attributeTo, inTransaction, recordChanges, snapshotsOf } from '#engine/persistence';
import { UserIdentities, type WhichIdentity } from '../../domain/user-identities.ts';
import type { UserIdentity } from '../../domain/user-identity.ts';
import { UserIdentityMapping } from './single-sign-on.mapping.ts';

/** The lock keeps the connection until the identity is stored. */
const ADD = `insert into identity.user_identities (id, organization_id, connection_id, user_id, issuer, subject, created_at)
  select ?::uuid, organization_id, id, ?::uuid, ?::text, ?::text, ?::timestamptz
  from identity.openid_connections where id = ? for key share
  on conflict (connection_id, issuer, subject) do update set user_id = user_identities.user_id
  returning id, user_id`;

@Injectable()
export class MikroOrmUserIdentities extends UserIdentities {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async find({ connectionId, issuer, subject }: WhichIdentity): Promise<string | null> {
    return (await this.em.fork().findOne(UserIdentityMapping, { connectionId, issuer, subject }))?.userId ?? null;
  }

  async usersOf(connectionId: string): Promise<string[]> {
    const identities = await this.em.fork().find(UserIdentityMapping, { connectionId }, { fields: ['userId'] });
    return [...new Set(identities.map(({ userId }) => userId))];
  }

  /** Whoever the provider has recognized is known from now on, so the audit log of its organization has what follows as the user's own changes. */
  async add(identity: UserIdentity): Promise<string | null> {
    const { id, organizationId, connectionId, userId, issuer, subject, createdAt } = identity.snapshot;
    attributeTo({ type: 'user', id: userId, credentialId: null, customerId: null, organizations: [organizationId] });
    return inTransaction(this.em, 'new UserIdentity', async (transaction) => {
      const values = [id, userId, issuer, subject, createdAt, connectionId];
      const [row] = await transaction.execute<{ id: string; user_id: string }[]>(ADD, values);
      if (row?.id === id) await recordChanges(transaction, snapshotsOf([]), [identity]);
      return row?.user_id ?? null;
    });
  }
}
