import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { AccessToken } from '../src/domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../src/domain/access-tokens.ts';

export class InMemoryAccessTokens extends AccessTokens {
  readonly events: DomainEvent[] = [];
  readonly tokens = new Map<string, AccessToken>();

  async add(token: AccessToken): Promise<void> {
    this.tokens.set(token.id, token);
    this.events.push(...token.pullEvents());
  }

  async change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T> {
    const token = this.find(which);
    const outcome = by(token) as T;
    this.events.push(...token.pullEvents());
    return outcome;
  }

  async revoke(which: WhichToken, now: Date): Promise<void> {
    this.remove(this.find(which), now);
  }

  async revokeAll(userId: string, provider: string | null, now: Date): Promise<void> {
    for (const token of this.tokens.values())
      if (token.userId === userId && (provider === null || token.providerOrganizationId === provider)) this.remove(token, now);
  }

  private remove(token: AccessToken, now: Date): void {
    token.revoke(now);
    this.tokens.delete(token.id);
    this.events.push(...token.pullEvents());
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
