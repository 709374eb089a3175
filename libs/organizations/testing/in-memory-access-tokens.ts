import { ResourceNotFound, type Sync } from '#kernel';
import type { AccessToken } from '../src/domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../src/domain/access-tokens.ts';

export class InMemoryAccessTokens extends AccessTokens {
  readonly tokens = new Map<string, AccessToken>();

  async add(token: AccessToken): Promise<void> {
    this.tokens.set(token.id, token);
  }

  async change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T> {
    return by(this.find(which)) as T;
  }

  async revoke(which: WhichToken): Promise<void> {
    this.tokens.delete(this.find(which).id);
  }

  async revokeAll(userId: string, provider: string | null): Promise<void> {
    for (const [id, token] of this.tokens)
      if (token.userId === userId && (provider === null || token.providerOrganizationId === provider)) this.tokens.delete(id);
  }

  private find(which: WhichToken): AccessToken {
    const token = this.tokens.get(which.id);
    const belongs =
      'userId' in which
        ? token?.userId === which.userId
        : typeof token?.organizationId === 'string' && which.organizations.includes(token.organizationId);
    if (!token || !belongs) throw new ResourceNotFound();
    return token;
  }
}
