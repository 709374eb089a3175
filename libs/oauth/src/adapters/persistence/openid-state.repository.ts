import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { WallClock } from '#kernel';
import { Keyring } from '#engine/secrets';
import {
  grantOf,
  lookupOf,
  OpenIdState,
  type StateEntry,
  type StateModel,
  type StatePayload,
  type StoredState,
} from '../../domain/openid-state.ts';
import { run } from './statements.ts';

const BATCH = 1_000;

interface Row {
  readonly encrypted_payload: Buffer;
  /** In seconds. */
  readonly consumed_at: number | null;
}

type OutdatedState = Pick<Row, 'encrypted_payload'> & { readonly model: string; readonly digest: Buffer };

/** Ids may have been digested with any of the secret keys. */
@Injectable()
export class PgOpenIdState extends OpenIdState {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async save({ model, id, payload, expiresAt }: StateEntry): Promise<void> {
    const digests = this.digests(id);
    const lookup = lookupOf(model, payload);
    const values = [
      this.keyring.encrypt(JSON.stringify(payload)),
      grantOf(model, payload),
      payload['clientId'] ?? null,
      lookup === null ? null : this.digests(lookup)[0],
      expiresAt,
    ];
    await run(
      this.em,
      `with renewed as (
         update oauth.provider_state
         set encrypted_payload = $3, grant_id = $4, client_id = $5, lookup = $6, expires_at = $7
         where model = $1 and digest = any($2::bytea[]) returning model)
       insert into oauth.provider_state (model, digest, encrypted_payload, grant_id, client_id, lookup, expires_at)
       select $1, ($2::bytea[])[1], $3, $4, $5, $6, $7 where not exists (select from renewed)
       on conflict (model, digest) do update set encrypted_payload = $3, expires_at = $7`,
      [model, digests, ...values],
    );
  }

  find(model: StateModel, id: string): Promise<StoredState | undefined> {
    return this.read('digest', model, id);
  }

  findByLookup(model: StateModel, lookup: string): Promise<StoredState | undefined> {
    return this.read('lookup', model, lookup);
  }

  async consume(model: StateModel, id: string): Promise<boolean> {
    const rows = await run(
      this.em,
      `update oauth.provider_state set consumed_at = $3
       where model = $1 and digest = any($2::bytea[]) and consumed_at is null returning model`,
      [model, this.digests(id), this.clock.now()],
    );
    return rows.length > 0;
  }

  async delete(model: StateModel, id: string): Promise<void> {
    await run(this.em, 'delete from oauth.provider_state where model = $1 and digest = any($2::bytea[])', [
      model,
      this.digests(id),
    ]);
  }

  async deleteOfGrant(model: StateModel, grantId: string): Promise<void> {
    await run(this.em, 'delete from oauth.provider_state where model = $1 and grant_id = $2', [model, grantId]);
  }

  async deleteExpired(): Promise<number> {
    let deleted = 0;
    for (const table of ['provider_state', 'access_tokens', 'grants']) {
      const rows = await run(
        this.em,
        `delete from oauth.${table} where ctid = any(array(
           select ctid from oauth.${table} where expires_at <= $1 limit ${BATCH})) returning 1`,
        [this.clock.now()],
      );
      deleted += rows.length;
    }
    return deleted;
  }

  async reencrypt(): Promise<number> {
    let renewed = 0;
    for (let found = 1; found > 0; renewed += found) found = await this.renewSome();
    return renewed;
  }

  /** The digests are renewed as well: the payload contains what they are made of. */
  private async renewSome(): Promise<number> {
    const outdated = `where substring(encrypted_payload for octet_length($1::bytea)) <> $1::bytea limit ${BATCH}`;
    const current = [this.keyring.currentKeyId];
    const state = await run<OutdatedState>(
      this.em,
      `select model, digest, encrypted_payload from oauth.provider_state ${outdated}`,
      current,
    );
    for (const { model, digest, encrypted_payload } of state) {
      const text = this.keyring.decrypt(encrypted_payload);
      const payload = JSON.parse(text) as StatePayload;
      const lookup = lookupOf(model, payload);
      await run(
        this.em,
        `update oauth.provider_state set encrypted_payload = $4, digest = $5, lookup = $6
         where model = $1 and digest = $2 and encrypted_payload = $3`,
        [
          model,
          digest,
          encrypted_payload,
          this.keyring.encrypt(text),
          this.digests(String(payload['jti']))[0],
          lookup && this.digests(lookup)[0],
        ],
      );
    }
    const tokens = await run<Pick<OutdatedState, 'digest' | 'encrypted_payload'>>(
      this.em,
      `select digest, encrypted_payload from oauth.access_tokens ${outdated}`,
      current,
    );
    for (const { digest, encrypted_payload } of tokens) {
      const text = this.keyring.decrypt(encrypted_payload);
      const token = String((JSON.parse(text) as StatePayload)['jti']);
      await run(this.em, 'update oauth.access_tokens set encrypted_payload = $2, digest = $3 where digest = $1', [
        digest,
        this.keyring.encrypt(text),
        this.keyring.digest('access-token', token),
      ]);
    }
    return state.length + tokens.length;
  }

  private async read(column: 'digest' | 'lookup', model: StateModel, secret: string): Promise<StoredState | undefined> {
    const [row] = await run<Row>(
      this.em,
      `select encrypted_payload, extract(epoch from consumed_at)::float8 as consumed_at from oauth.provider_state
       where model = $1 and ${column} = any($2::bytea[]) and expires_at > $3`,
      [model, this.digests(secret), this.clock.now()],
    );
    if (!row) return undefined;
    const payload = JSON.parse(this.keyring.decrypt(row.encrypted_payload)) as StatePayload;
    return { payload, consumedAt: row.consumed_at === null ? null : new Date(row.consumed_at * 1000) };
  }

  private digests(secret: string): Buffer[] {
    return this.keyring.digests('openid-state', secret);
  }
}
