import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Grant, Grants } from '../../domain/grants.ts';
import { run } from './statements.ts';

@Injectable()
export class PgGrants extends Grants {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async save({ id, clientId, userId, subType, organizationIds, expiresAt }: Grant): Promise<void> {
    await run(
      this.em,
      `insert into oauth.grants (id, client_id, user_id, sub_type, organization_ids, expires_at)
       values ($1, $2, $3, $4, $5::uuid[], $6)`,
      [id, clientId, userId, subType, organizationIds, expiresAt],
    );
  }

  async find(id: string): Promise<Grant | undefined> {
    const [grant] = await run<Omit<Grant, 'expiresAt'> & { readonly expiresMs: number }>(
      this.em,
      `select id, client_id as "clientId", user_id as "userId", sub_type as "subType",
         organization_ids::text[] as "organizationIds", (extract(epoch from expires_at) * 1000)::float8 as "expiresMs"
       from oauth.grants where id = $1`,
      [id],
    );
    if (!grant) return undefined;
    const { expiresMs, ...rest } = grant;
    return { ...rest, expiresAt: new Date(expiresMs) };
  }

  async delete(id: string): Promise<void> {
    await run(
      this.em,
      `with tokens as (delete from oauth.access_tokens where grant_id = $1),
         state as (delete from oauth.provider_state where grant_id = $1)
       delete from oauth.grants where id = $1`,
      [id],
    );
  }
}
