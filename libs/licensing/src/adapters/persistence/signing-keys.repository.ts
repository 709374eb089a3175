import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { WallClock } from '#kernel';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { RecentValues } from '../../domain/signing/recent-values.ts';
import { type PublicJwk, publicJwk, Signer } from '../../domain/signing/signer.ts';
import { type PublishedKey, type PublishedKeys, SigningKeys } from '../../domain/signing/signing-keys.ts';
import * as sql from './signing-key-statements.ts';

/** How long a process goes on with a key that another one may have replaced. */
const RECENT_MS = 30_000;
/** Keys are published for whole days, so that a lease rarely has to prolong it. */
const DAY_MS = 86_400_000;

interface KnownSigner {
  readonly signer: Signer;
  readonly coversUntil: number;
}

const endOfDay = (time: Date): Date => new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS);

@Injectable()
export class PgSigningKeys extends SigningKeys {
  private readonly recent = new RecentValues<KnownSigner>(RECENT_MS);

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async signer(organizationId: string, until: Date): Promise<Signer> {
    const recent = this.recent.get(organizationId, this.clock.now());
    const known = recent ?? (await this.read(organizationId)) ?? (await this.create(organizationId));
    const covering = known.coversUntil >= until.getTime() ? known : await this.cover(organizationId, known, until);
    if (covering !== recent) this.recent.set(organizationId, covering, this.clock.now());
    return covering.signer;
  }

  async root(organizationId: string): Promise<Signer> {
    const known =
      (await this.published(organizationId)) ?? (await this.create(organizationId), await this.published(organizationId));
    return known!.root;
  }

  async published(organizationId: string): Promise<PublishedKeys | undefined> {
    const rows = await this.query<sql.PublishedRow>(sql.PUBLISHED, [organizationId]);
    const root = rows.find(({ purpose }) => purpose === 'root');
    if (!root) return undefined;
    return {
      root: this.signerOf(root.encryptedPrivateKey!),
      keys: rows.filter(({ purpose }) => purpose === 'signing').map(toPublished),
      now: new Date(root.nowMs),
    };
  }

  async rotate(organizationId: string, inSeconds: number): Promise<PublicJwk> {
    const signer = Signer.create();
    const { x, kid } = signer.jwk;
    await this.create(organizationId);
    await this.query(sql.ADD, [organizationId, kid, x, this.keyring.encryptBytes(signer.pkcs8), inSeconds]);
    await this.query(sql.RETIRE, [organizationId]);
    await this.query(sql.DELETE_RETIRED, [organizationId]);
    this.recent.delete(organizationId);
    return signer.jwk;
  }

  /** There are few keys: a root and some others for each organization that leases. */
  async reencrypt(): Promise<number> {
    const rows = await this.query<sql.OutdatedSigningKeyRow>(sql.OUTDATED, [this.keyring.currentKeyId]);
    for (const { organizationId, kid, encryptedPrivateKey } of rows) {
      const encrypted = this.keyring.encryptBytes(this.keyring.decryptBytes(encryptedPrivateKey));
      await this.query(sql.REENCRYPT, [organizationId, kid, encryptedPrivateKey, encrypted]);
    }
    return rows.length;
  }

  private async read(organizationId: string): Promise<KnownSigner | undefined> {
    const [row] = await this.query<sql.SignerRow>(sql.CURRENT, [organizationId]);
    return row && { signer: this.signerOf(row.encryptedPrivateKey), coversUntil: row.coversUntilMs };
  }

  /** Creates the root and the first key, unless another process did. */
  private async create(organizationId: string): Promise<KnownSigner> {
    const [root, first] = [Signer.create(), Signer.create()];
    const columns = [root, first].flatMap(({ jwk, pkcs8 }) => [jwk.kid, jwk.x, this.keyring.encryptBytes(pkcs8)]);
    await this.query(sql.CREATE, [organizationId, ...columns]);
    return (await this.read(organizationId))!;
  }

  private async cover(organizationId: string, { signer, coversUntil }: KnownSigner, until: Date): Promise<KnownSigner> {
    const wanted = endOfDay(until);
    await this.query(sql.COVER, [organizationId, signer.kid, wanted]);
    return { signer, coversUntil: Math.max(coversUntil, wanted.getTime()) };
  }

  private signerOf(encrypted: Buffer): Signer {
    return Signer.from(this.keyring.decryptBytes(encrypted));
  }

  private async query<Row extends object>(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    return (await (await pgPool(this.em)).query<Row>({ ...statement, values })).rows;
  }
}

const toPublished = (row: sql.PublishedRow): PublishedKey => ({
  jwk: publicJwk(row.publicKey),
  createdAt: new Date(row.createdMs),
  activeFrom: new Date(row.activeFromMs),
  coversUntil: new Date(row.coversUntilMs),
  state: row.state,
});
