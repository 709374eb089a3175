import type { WallClock } from '#kernel';
import { type Grant, Grants } from '../src/domain/grants.ts';
import { type OAuthAccessToken, OAuthAccessTokens } from '../src/domain/oauth-access-tokens.ts';
import { type OAuthClient, OAuthClients } from '../src/domain/oauth-clients.ts';
import { newOpenIdKey, type OpenIdKey } from '../src/domain/openid-key.ts';
import { OpenIdKeys, type StoredOpenIdKey } from '../src/domain/openid-keys.ts';
import {
  grantOf,
  lookupOf,
  OpenIdState,
  type StateEntry,
  type StatePayload,
  type StoredState,
} from '../src/domain/openid-state.ts';

interface StoredEntry extends StateEntry {
  consumedAt: Date | null;
}

/** What the ports of this context share: deleting a grant or a client ends its tokens. */
class OAuthRows {
  state: StoredEntry[] = [];
  tokens: OAuthAccessToken[] = [];
  grants: Grant[] = [];
  clients: OAuthClient[] = [];
}

class InMemoryOpenIdState extends OpenIdState {
  constructor(
    private readonly rows: OAuthRows,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async save(entry: StateEntry): Promise<void> {
    const known = this.entry(entry.model, entry.id);
    if (known) Object.assign(known, entry);
    else this.rows.state.push({ ...entry, consumedAt: null });
  }

  async find(model: string, id: string): Promise<StoredState | undefined> {
    return this.stored(this.entry(model, id));
  }

  async findByLookup(model: string, lookup: string): Promise<StoredState | undefined> {
    return this.stored(this.rows.state.find((each) => each.model === model && lookupOf(model, each.payload) === lookup));
  }

  async consume(model: string, id: string): Promise<boolean> {
    const entry = this.entry(model, id);
    if (!entry || entry.consumedAt) return false;
    entry.consumedAt = this.clock.now();
    return true;
  }

  async delete(model: string, id: string): Promise<void> {
    this.rows.state = this.rows.state.filter((each) => each.model !== model || each.id !== id);
  }

  async deleteOfGrant(model: string, grantId: string): Promise<void> {
    this.rows.state = this.rows.state.filter((each) => each.model !== model || grantOf(model, each.payload) !== grantId);
  }

  async deleteExpired(): Promise<number> {
    const isValid = ({ expiresAt }: { readonly expiresAt: Date }): boolean => expiresAt > this.clock.now();
    const count = (): number => this.rows.state.length + this.rows.tokens.length + this.rows.grants.length;
    const before = count();
    this.rows.state = this.rows.state.filter(isValid);
    this.rows.tokens = this.rows.tokens.filter(isValid);
    this.rows.grants = this.rows.grants.filter(isValid);
    return before - count();
  }

  async reencrypt(): Promise<number> {
    return 0;
  }

  private entry(model: string, id: string): StoredEntry | undefined {
    return this.rows.state.find((each) => each.model === model && each.id === id);
  }

  private stored(entry: StoredEntry | undefined): StoredState | undefined {
    if (!entry || entry.expiresAt <= this.clock.now()) return undefined;
    return { payload: entry.payload, consumedAt: entry.consumedAt };
  }
}

class InMemoryOAuthAccessTokens extends OAuthAccessTokens {
  constructor(
    private readonly rows: OAuthRows,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async add(token: OAuthAccessToken): Promise<void> {
    this.rows.tokens.push(token);
  }

  async find(token: string): Promise<StatePayload | undefined> {
    return this.rows.tokens.find((each) => each.token === token && each.expiresAt > this.clock.now())?.payload;
  }

  async delete(token: string): Promise<void> {
    this.rows.tokens = this.rows.tokens.filter((each) => each.token !== token);
  }

  async deleteOfGrant(grantId: string): Promise<void> {
    this.rows.tokens = this.rows.tokens.filter((each) => each.grantId !== grantId);
  }
}

class InMemoryGrants extends Grants {
  constructor(private readonly rows: OAuthRows) {
    super();
  }

  async add(grant: Grant): Promise<void> {
    this.rows.grants.push(grant);
  }

  async find(id: string): Promise<Grant | undefined> {
    return this.rows.grants.find((each) => each.id === id);
  }

  async delete(id: string): Promise<void> {
    this.rows.tokens = this.rows.tokens.filter(({ grantId }) => grantId !== id);
    this.rows.state = this.rows.state.filter(({ model, payload }) => grantOf(model, payload) !== id);
    this.rows.grants = this.rows.grants.filter((each) => each.id !== id);
  }

  async deleteOfUser(id: string, userId: string): Promise<boolean> {
    const isOwn = (await this.find(id))?.userId === userId;
    if (isOwn) await this.delete(id);
    return isOwn;
  }

  async deleteAllOfUser(userId: string, provider: string | null): Promise<void> {
    const isMeant = (each: Grant): boolean =>
      each.userId === userId && (provider === null || each.providerOrganizationId === provider);
    for (const { id } of this.rows.grants.filter(isMeant)) await this.delete(id);
  }
}

class InMemoryOAuthClients extends OAuthClients {
  constructor(private readonly rows: OAuthRows) {
    super();
  }

  async find(id: string): Promise<OAuthClient | undefined> {
    return this.rows.clients.find((each) => each.id === id);
  }

  async save(client: OAuthClient): Promise<void> {
    this.rows.clients = [...this.rows.clients.filter(({ id }) => id !== client.id), client];
  }

  async delete(id: string): Promise<void> {
    this.rows.tokens = this.rows.tokens.filter(({ clientId }) => clientId !== id);
    this.rows.state = this.rows.state.filter(({ payload }) => payload['clientId'] !== id);
    this.rows.grants = this.rows.grants.filter(({ clientId }) => clientId !== id);
    this.rows.clients = this.rows.clients.filter((each) => each.id !== id);
  }

  async reencrypt(): Promise<number> {
    return 0;
  }
}

class InMemoryOpenIdKeys extends OpenIdKeys {
  /** The newest first. */
  private keys: (OpenIdKey & { readonly activeFrom: Date })[] = [];

  constructor(private readonly clock: WallClock) {
    super();
  }

  async published(): Promise<readonly StoredOpenIdKey[]> {
    const now = this.clock.now();
    if (this.keys.length === 0) this.insert(now);
    const current = this.keys.find(({ activeFrom }) => activeFrom <= now) ?? this.keys.at(-1)!;
    return [current, ...this.keys.filter((key) => key !== current)].map((key) => ({
      ...key,
      state: key === current ? 'current' : key.activeFrom > now ? 'upcoming' : 'retired',
    }));
  }

  async rotate(activeFrom: Date): Promise<string> {
    await this.published();
    return this.insert(activeFrom);
  }

  async deleteReplacedBefore(time: Date): Promise<void> {
    const isReplaced = (from: Date): boolean => this.keys.some(({ activeFrom }) => activeFrom > from && activeFrom <= time);
    this.keys = this.keys.filter(({ activeFrom }) => !isReplaced(activeFrom));
  }

  async reencrypt(): Promise<number> {
    return 0;
  }

  private insert(activeFrom: Date): string {
    const key = { ...newOpenIdKey(), activeFrom };
    this.keys = [...this.keys, key].sort((a, b) => b.activeFrom.getTime() - a.activeFrom.getTime());
    return key.kid;
  }
}

/** All ports of this context, for one service. */
export function inMemoryOAuth(clock: WallClock) {
  const rows = new OAuthRows();
  return {
    state: new InMemoryOpenIdState(rows, clock),
    tokens: new InMemoryOAuthAccessTokens(rows, clock),
    clients: new InMemoryOAuthClients(rows),
    grants: new InMemoryGrants(rows),
    keys: new InMemoryOpenIdKeys(clock),
  };
}
