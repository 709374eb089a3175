import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId, WallClock } from '#kernel';
import { Keyring } from '#engine/secrets';
import { type OAuthAccessToken, OAuthAccessTokens } from '../../domain/oauth-access-tokens.ts';
import type { StatePayload } from '../../domain/openid-state.ts';
import { run } from './statements.ts';

@Injectable()
export class PgOAuthAccessTokens extends OAuthAccessTokens {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async add({ token, payload, grantId, clientId, userId, scopes, organizationIds, expiresAt }: OAuthAccessToken): Promise<void> {
    await run(
      this.em,
      `insert into oauth.access_tokens
         (id, digest, encrypted_payload, grant_id, client_id, user_id, scopes, organization_ids, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9)`,
      [
        newId('oauth-access-token'),
        this.digests(token)[0],
        this.keyring.encrypt(JSON.stringify(payload)),
        grantId,
        clientId,
        userId,
        JSON.stringify(scopes),
        organizationIds,
        expiresAt,
      ],
    );
  }

  async find(token: string): Promise<StatePayload | undefined> {
    const [row] = await run<{ encrypted_payload: Buffer }>(
      this.em,
      'select encrypted_payload from oauth.access_tokens where digest = any($1::bytea[]) and expires_at > $2',
      [this.digests(token), this.clock.now()],
    );
    return row && (JSON.parse(this.keyring.decrypt(row.encrypted_payload)) as StatePayload);
  }

  async delete(token: string): Promise<void> {
    await run(this.em, 'delete from oauth.access_tokens where digest = any($1::bytea[])', [this.digests(token)]);
  }

  async deleteOfGrant(grantId: string): Promise<void> {
    await run(this.em, 'delete from oauth.access_tokens where grant_id = $1', [grantId]);
  }

  private digests(token: string): Buffer[] {
    return this.keyring.digests('access-token', token);
  }
}
