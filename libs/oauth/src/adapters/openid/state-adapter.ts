import { Injectable } from '@nestjs/common';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { WallClock } from '#kernel';
import { Grants } from '../../domain/grants.ts';
import { OAuthAccessTokens } from '../../domain/oauth-access-tokens.ts';
import { OAuthClients } from '../../domain/oauth-clients.ts';
import { OpenIdState, type StoredState } from '../../domain/openid-state.ts';
import { subjectFrom } from './subjects.ts';

/** The lifetime of what the provider saves without one. */
const DEFAULT_SECONDS = 365 * 86_400;

/** The storage of the provider, by the ports of this context. */
@Injectable()
export class OpenIdStorage {
  constructor(
    private readonly state: OpenIdState,
    private readonly tokens: OAuthAccessTokens,
    private readonly clients: OAuthClients,
    private readonly grants: Grants,
    private readonly clock: WallClock,
  ) {}

  /** The adapter of a model of the provider. */
  adapterFor(model: string): Adapter {
    if (model === 'Client') return this.clientAdapter();
    const generic = this.stateAdapter(model);
    if (model === 'AccessToken') return { ...generic, ...this.tokenAdapter() };
    if (model === 'Grant') return { ...generic, destroy: (id) => this.grants.delete(id) };
    if (model === 'RefreshToken' || model === 'AuthorizationCode')
      return { ...generic, consume: (id) => this.consumeOnce(model, id) };
    return generic;
  }

  private stateAdapter(model: string): Adapter {
    return {
      upsert: (id, payload, seconds) =>
        this.state.save({ model, id, payload: withId(id, payload), expiresAt: this.after(seconds) }),
      find: async (id) => payloadOf(await this.state.find(model, id)),
      findByUid: async (uid) => payloadOf(await this.state.findByLookup(model, uid)),
      findByUserCode: async (code) => payloadOf(await this.state.findByLookup(model, code)),
      consume: async (id) => void (await this.state.consume(model, id)),
      destroy: (id) => this.state.delete(model, id),
      revokeByGrantId: (grantId) => this.state.deleteOfGrant(model, grantId),
    };
  }

  /** What requests are authenticated with is stored in columns. */
  private tokenAdapter(): Pick<Adapter, 'upsert' | 'find' | 'destroy' | 'revokeByGrantId'> {
    return {
      upsert: (token, payload, seconds) => {
        const { organizations } = (payload.extra ?? {}) as { readonly organizations?: readonly string[] };
        return this.tokens.add({
          token,
          payload: withId(token, payload),
          grantId: payload.grantId!,
          clientId: payload.clientId!,
          userId: subjectFrom(payload.accountId!).userId,
          scopes: payload.scope?.split(' ') ?? [],
          organizationIds: organizations?.length ? organizations : null,
          expiresAt: this.after(seconds),
        });
      },
      find: async (token) => (await this.tokens.find(token)) as AdapterPayload | undefined,
      destroy: (token) => this.tokens.delete(token),
      revokeByGrantId: (grantId) => this.tokens.deleteOfGrant(grantId),
    };
  }

  private clientAdapter(): Adapter {
    return {
      ...this.stateAdapter('Client'),
      upsert: (id, { client_secret: secret = null, ...metadata }) =>
        this.clients.save({ id, metadata, secret: secret as string | null }),
      find: async (id) => {
        const client = await this.clients.find(id);
        return (
          client &&
          ({ ...client.metadata, ...(client.secret === null ? {} : { client_secret: client.secret }) } as AdapterPayload)
        );
      },
      destroy: (id) => this.clients.delete(id),
    };
  }

  /**
   * The provider asks whether a code was used before, and then uses it. If another request used it in between, nobody knows which of
   * the two was meant to have it: everything that comes of the grant ends. A refresh token ends the access tokens before it.
   */
  private async consumeOnce(model: 'RefreshToken' | 'AuthorizationCode', id: string): Promise<void> {
    const stored = await this.state.find(model, id);
    const grantId = stored?.payload['grantId'] as string | undefined;
    if (!(await this.state.consume(model, id))) {
      if (grantId) await this.grants.delete(grantId);
      const { errors } = await import('oidc-provider');
      throw new errors.InvalidGrant('used by another request at the same time');
    }
    if (grantId && model === 'RefreshToken') await this.tokens.deleteOfGrant(grantId);
  }

  private after(seconds = DEFAULT_SECONDS): Date {
    return new Date(this.clock.now().getTime() + seconds * 1000);
  }
}

const withId = (jti: string, payload: AdapterPayload): AdapterPayload => ({ ...payload, jti });

function payloadOf(stored: StoredState | undefined): AdapterPayload | undefined {
  if (!stored) return undefined;
  const { payload, consumedAt } = stored;
  return { ...payload, ...(consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1000) } : {}) };
}
