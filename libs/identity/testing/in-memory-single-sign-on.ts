import { ResourceNotFound, type Sync, ValidationFailed } from '#kernel';
import { type EmailDomain, MOST_DOMAINS } from '../src/domain/email-domain.ts';
import { EmailDomains, type WhichDomain } from '../src/domain/email-domains.ts';
import type { OpenIdConnection } from '../src/domain/openid-connection.ts';
import { OpenIdConnections } from '../src/domain/openid-connections.ts';
import { DomainVerifiedElsewhere, TooManyDomains } from '../src/domain/single-sign-on.errors.ts';
import type { SingleSignOnAttempt } from '../src/domain/single-sign-on-attempt.ts';
import { SingleSignOnAttempts } from '../src/domain/single-sign-on-attempts.ts';
import { UserIdentities, type WhichIdentity } from '../src/domain/user-identities.ts';
import type { UserIdentity } from '../src/domain/user-identity.ts';

export class InMemoryEmailDomains extends EmailDomains {
  private domains: EmailDomain[] = [];

  async add(domain: EmailDomain): Promise<void> {
    const own = this.domains.filter(({ organizationId }) => organizationId === domain.organizationId);
    if (own.some(({ name }) => name === domain.name)) throw ValidationFailed.at(['domain'], 'known', domain.name);
    if (own.length >= MOST_DOMAINS) throw new TooManyDomains(MOST_DOMAINS);
    this.domains.push(domain);
  }

  async find({ id, organizationId }: WhichDomain): Promise<EmailDomain> {
    const found = this.domains.find((each) => each.id === id && each.organizationId === organizationId);
    if (!found) throw new ResourceNotFound();
    return found;
  }

  async change<T>(which: WhichDomain, by: (domain: EmailDomain) => Sync<T>): Promise<T> {
    const domain = await this.find(which);
    const before = domain.verifiedAt;
    const outcome = by(domain) as T;
    const isElsewhere = this.domains.some((each) => each !== domain && each.name === domain.name && each.verifiedAt);
    if (domain.verifiedAt && isElsewhere) {
      domain.verifiedAt = before;
      throw new DomainVerifiedElsewhere();
    }
    return outcome;
  }

  async remove(which: WhichDomain): Promise<void> {
    const domain = await this.find(which);
    this.domains = this.domains.filter((each) => each !== domain);
  }

  async checkedBy(time: Date, limit: number): Promise<EmailDomain[]> {
    const checked = ({ checkedAt, verifiedAt }: EmailDomain): number => (checkedAt ?? verifiedAt!).getTime();
    return this.domains
      .filter((each) => each.verifiedAt && checked(each) <= time.getTime())
      .sort((a, b) => checked(a) - checked(b))
      .slice(0, limit);
  }

  async organizationWith(name: string): Promise<string | null> {
    return this.domains.find((each) => each.name === name && each.verifiedAt)?.organizationId ?? null;
  }
}

export class InMemoryUserIdentities extends UserIdentities {
  private identities: UserIdentity[] = [];

  async find(which: WhichIdentity): Promise<string | null> {
    return this.of(which)?.userId ?? null;
  }

  async add(identity: UserIdentity): Promise<string> {
    const known = this.of(identity);
    if (!known) this.identities.push(identity);
    return known?.userId ?? identity.userId;
  }

  /** With the connection to which they belong. */
  forget(connectionId: string): void {
    this.identities = this.identities.filter((each) => each.connectionId !== connectionId);
  }

  private of({ connectionId, issuer, subject }: WhichIdentity): UserIdentity | undefined {
    return this.identities.find(
      (each) => each.connectionId === connectionId && each.issuer === issuer && each.subject === subject,
    );
  }
}

export class InMemoryOpenIdConnections extends OpenIdConnections {
  private readonly connections = new Map<string, OpenIdConnection>();

  constructor(private readonly identities: InMemoryUserIdentities) {
    super();
  }

  async of(organizationId: string): Promise<OpenIdConnection | null> {
    return this.connections.get(organizationId) ?? null;
  }

  async save(organizationId: string, by: (current: OpenIdConnection | null) => OpenIdConnection): Promise<void> {
    this.connections.set(organizationId, by(this.connections.get(organizationId) ?? null));
  }

  async remove(organizationId: string): Promise<void> {
    const connection = this.connections.get(organizationId);
    if (!connection) throw new ResourceNotFound();
    this.connections.delete(organizationId);
    this.identities.forget(connection.id);
  }
}

export class InMemorySingleSignOnAttempts extends SingleSignOnAttempts {
  private attempts: SingleSignOnAttempt[] = [];

  async add(attempt: SingleSignOnAttempt): Promise<void> {
    this.attempts.push(attempt);
  }

  async take(stateDigests: readonly Buffer[]): Promise<SingleSignOnAttempt | null> {
    const taken = this.attempts.find(({ stateDigest }) => stateDigests.some((each) => each.equals(stateDigest))) ?? null;
    this.attempts = this.attempts.filter((each) => each !== taken);
    return taken;
  }

  async deleteExpired(by: Date): Promise<void> {
    this.attempts = this.attempts.filter(({ expiresAt }) => expiresAt > by);
  }
}
