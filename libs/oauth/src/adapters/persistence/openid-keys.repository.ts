import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { WallClock } from '#kernel';
import { reencryptColumns } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { newOpenIdKey, type OpenIdKey, OpenIdKeys, type StoredOpenIdKey } from '../../domain/openid-keys.ts';
import { run } from './statements.ts';

interface Row {
  readonly kid: string;
  readonly public_key: OpenIdKey['publicJwk'];
  readonly encrypted_private_key: Buffer;
  /** In milliseconds. */
  readonly active_from: number;
}

@Injectable()
export class PgOpenIdKeys extends OpenIdKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async published(): Promise<readonly StoredOpenIdKey[]> {
    const known = await this.usable();
    if (known.length > 0) return this.inOrder(known);
    await this.addFirst();
    return this.inOrder(await this.usable());
  }

  async rotate(activeFrom: Date): Promise<string> {
    await this.published();
    const key = newOpenIdKey();
    await this.insert(key, activeFrom);
    return key.kid;
  }

  async deleteReplacedBefore(time: Date): Promise<void> {
    await run(
      this.em,
      `delete from oauth.signing_keys k where exists (
         select from oauth.signing_keys later where later.active_from > k.active_from and later.active_from <= $1)`,
      [time],
    );
  }

  reencrypt(): Promise<number> {
    const columns = { table: 'oauth.signing_keys', primaryKey: ['kid'], columns: ['encrypted_private_key'] } as const;
    return reencryptColumns(this.em, this.keyring, columns);
  }

  /** Processes that start at the same time may add one key each: all are published, and the order decides which one signs. */
  private addFirst(): Promise<void> {
    return this.insert(newOpenIdKey(), this.clock.now());
  }

  /** Without keys whose secret key was lost. */
  private async usable(): Promise<Row[]> {
    return (await this.read()).filter(({ encrypted_private_key: encrypted }) => this.keyring.hasKeyOf(encrypted));
  }

  private async insert({ kid, publicJwk, privateJwk }: OpenIdKey, activeFrom: Date): Promise<void> {
    await run(
      this.em,
      `insert into oauth.signing_keys (kid, public_key, encrypted_private_key, created_at, active_from)
       values ($1, $2, $3, $4, $5)`,
      [kid, JSON.stringify(publicJwk), this.keyring.encrypt(JSON.stringify(privateJwk)), this.clock.now(), activeFrom],
    );
  }

  private read(): Promise<Row[]> {
    return run<Row>(
      this.em,
      `select kid, public_key, encrypted_private_key, (extract(epoch from active_from) * 1000)::float8 as active_from
       from oauth.signing_keys k order by k.active_from desc, kid`,
    );
  }

  private inOrder(rows: readonly Row[]): StoredOpenIdKey[] {
    const now = this.clock.now().getTime();
    const current = rows.find(({ active_from }) => active_from <= now) ?? rows.at(-1)!;
    const stateOf = (row: Row): StoredOpenIdKey['state'] =>
      row === current ? 'current' : row.active_from > now ? 'upcoming' : 'retired';
    return [current, ...rows.filter((row) => row !== current)].map((row) => ({
      kid: row.kid,
      publicJwk: row.public_key,
      privateJwk: JSON.parse(this.keyring.decrypt(row.encrypted_private_key)) as OpenIdKey['privateJwk'],
      activeFrom: new Date(row.active_from),
      state: stateOf(row),
    }));
  }
}
