import { newId, ResourceNotFound, ValidationFailed } from '#kernel';
import { CHECK_INTERVAL, EmailDomain, MOST_DOMAINS } from '../src/domain/email-domain.ts';
import type { EmailDomains } from '../src/domain/email-domains.ts';
import { OpenIdConnection } from '../src/domain/openid-connection.ts';
import type { OpenIdConnections } from '../src/domain/openid-connections.ts';
import { DomainVerifiedElsewhere, TooManyDomains } from '../src/domain/single-sign-on.errors.ts';
import { SingleSignOnAttempt } from '../src/domain/single-sign-on-attempt.ts';
import type { SingleSignOnAttempts } from '../src/domain/single-sign-on-attempts.ts';
import type { UserIdentities } from '../src/domain/user-identities.ts';
import { UserIdentity } from '../src/domain/user-identity.ts';
import { UserSession } from '../src/domain/user-session.ts';
import type { SignInRoute, UserSessions } from '../src/domain/user-sessions.ts';

export interface OpenedSingleSignOn {
  readonly domains: EmailDomains;
  readonly connections: OpenIdConnections;
  readonly identities: UserIdentities;
  readonly attempts: SingleSignOnAttempts;
  readonly sessions: UserSessions;
  /** The names and payloads of the recorded events of an organization, oldest first. */
  eventsOf(organizationId: string): Promise<unknown[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-26T12:00:00.123Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const digest = (): Buffer => Buffer.from(newId());
const SETTINGS = {
  issuer: 'https://login.example',
  clientId: 'latchkey',
  clientSecret: Buffer.from('encrypted'),
  defaultRole: 'member',
  isEnabled: true,
  byOwner: true,
} as const;

/** The contracts of every implementation of the ports. */
export function singleSignOnContract(storage: string, open: () => Promise<OpenedSingleSignOn>): void {
  describe(`single sign-on in ${storage}`, () => {
    let opened: OpenedSingleSignOn;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const domainOf = async (organizationId: string, name: string): Promise<EmailDomain> => {
      const domain = EmailDomain.create({ organizationId, name, token: newId() }, NOW);
      await opened.domains.add(domain);
      return domain;
    };
    const verify = ({ snapshot: { id, organizationId, txtRecord } }: EmailDomain): Promise<void> =>
      opened.domains.change({ id, organizationId }, (domain) => domain.verify([txtRecord], NOW));
    const connect = async (organizationId: string): Promise<Readonly<OpenIdConnection>> => {
      await opened.connections.save(
        organizationId,
        (current) => current ?? OpenIdConnection.create(organizationId, SETTINGS, NOW),
      );
      return (await opened.connections.of(organizationId))!;
    };

    test('a domain belongs to the organization that verifies it first, also of several at once', async () => {
      const name = `${newId()}.example`;
      const domains = [await domainOf(newId(), name), await domainOf(newId(), name), await domainOf(newId(), name)];
      expect(await opened.domains.organizationWith(name)).toBeNull();
      const outcomes = await Promise.allSettled(domains.map(verify));
      const winners = domains.filter((_each, index) => outcomes[index]!.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refusals).toEqual([expect.any(DomainVerifiedElsewhere), expect.any(DomainVerifiedElsewhere)]);
      expect(await opened.domains.organizationWith(name)).toBe(winners[0]!.organizationId);
      const { id, organizationId } = winners[0]!;
      expect(await opened.domains.remove({ id, organizationId }, () => NOW)).toBe(name);
      expect(await opened.eventsOf(organizationId)).toEqual([['single_sign_on.revoked', { domain: name }]]);
      expect(await opened.domains.organizationWith(name)).toBeNull();
    });

    test('an organization has a domain once, and not too many', async () => {
      const organizationId = newId();
      const first = await domainOf(organizationId, `${newId()}.example`);
      await expect(domainOf(organizationId, first.snapshot.name)).rejects.toThrow(ValidationFailed);
      for (let count = 1; count < MOST_DOMAINS; count++) await domainOf(organizationId, `${newId()}.example`);
      await expect(domainOf(organizationId, `${newId()}.example`)).rejects.toThrow(TooManyDomains);
    });

    test('a domain of another organization is not found', async () => {
      const { id } = await domainOf(newId(), `${newId()}.example`);
      const which = { id, organizationId: newId() };
      await expect(opened.domains.find(which)).rejects.toThrow(ResourceNotFound);
      await expect(opened.domains.change(which, () => undefined)).rejects.toThrow(ResourceNotFound);
      await expect(opened.domains.remove(which, () => NOW)).rejects.toThrow(ResourceNotFound);
    });

    test('verified domains that were not looked at lately are found, those first that waited longest', async () => {
      const organizationId = newId();
      const [first, second, third, fresh] = await Promise.all(
        Array.from({ length: 4 }, () => domainOf(organizationId, `${newId()}.example`)),
      );
      await domainOf(organizationId, `${newId()}.example`);
      const verifyAt = ({ snapshot: { id, txtRecord } }: EmailDomain, time: Date): Promise<void> =>
        opened.domains.change({ id, organizationId }, (domain) => domain.verify([txtRecord], time));
      // Other domains of the suite are newer.
      const YEAR = 365 * CHECK_INTERVAL;
      await verifyAt(second!, later(-YEAR + 1));
      await verifyAt(first!, later(-YEAR));
      await verifyAt(third!, later(-YEAR + 2));
      await verifyAt(fresh!, NOW);
      const found = async (limit: number): Promise<string[]> =>
        (await opened.domains.checkedBy(later(-YEAR + 2), limit)).map(({ id }) => id);
      expect(await found(5)).toEqual([first!.id, second!.id, third!.id]);
      expect(await found(1)).toEqual([first!.id]);
      await opened.domains.change({ id: first!.id, organizationId }, (domain) => domain.check([], NOW));
      expect(await found(5)).toEqual([second!.id, third!.id]);
      const { missingSince, absences } = (await opened.domains.find({ id: first!.id, organizationId })).snapshot;
      expect([missingSince, absences]).toEqual([NOW, 1]);
    });

    test('an organization has one connection, also if two are saved at once', async () => {
      const organizationId = newId();
      const saved = await Promise.all([connect(organizationId), connect(organizationId)]);
      expect(saved[0].id).toBe(saved[1].id);
      await opened.connections.save(organizationId, (current) => {
        current!.replace({ ...SETTINGS, clientSecret: null, isEnabled: false }, later(1));
        return current!;
      });
      const { isEnabled, clientSecret, modifiedAt } = (await opened.connections.of(organizationId))!.snapshot;
      expect([isEnabled, Buffer.from(clientSecret), modifiedAt]).toEqual([false, SETTINGS.clientSecret, later(1)]);
      expect(await opened.eventsOf(organizationId)).toEqual([['single_sign_on.revoked', { domain: null }]]);
    });

    test('a session opens only through the connection and the domain that the organization has', async () => {
      const organizationId = newId();
      const { id: connectionId } = await connect(organizationId);
      const [domain, other] = [
        await domainOf(organizationId, `${newId()}.example`),
        await domainOf(newId(), `${newId()}.example`),
      ];
      await verify(domain);
      await verify(other);
      const { issuer, clientId } = SETTINGS;
      const through: SignInRoute = { connectionId, issuer, clientId, domain: domain.snapshot.name };
      const opens = (more: Partial<SignInRoute> = {}): Promise<boolean> => {
        const attributes = { userId: newId(), digest: digest(), methods: [], client: { userAgent: null, address: null } };
        const session = UserSession.create({ ...attributes, providerOrganizationId: organizationId }, NOW);
        return opened.sessions.add(session, [], { ...through, ...more });
      };
      expect(await opens()).toBe(true);
      for (const more of [{ issuer: 'https://other.example' }, { clientId: 'other' }, { domain: other.snapshot.name }]) {
        expect([more, await opens(more)]).toEqual([more, false]);
      }
      await opened.domains.remove({ id: domain.id, organizationId }, () => NOW);
      expect(await opens()).toBe(false);
    });

    test('a subject is one user, whoever comes first, until the connection is removed', async () => {
      const organizationId = newId();
      const { id: connectionId } = await connect(organizationId);
      const [issuer, subject] = [SETTINGS.issuer, newId()];
      const identity = (userId: string): UserIdentity =>
        UserIdentity.create({ organizationId, connectionId, userId, issuer, subject }, NOW);
      const users = await Promise.all([newId(), newId()].map((userId) => opened.identities.add(identity(userId))));
      expect(users[0]).toBe(users[1]);
      expect(await opened.identities.find({ connectionId, issuer, subject })).toBe(users[0]);
      expect(await opened.identities.find({ connectionId, issuer: 'https://other.example', subject })).toBeNull();
      expect(await opened.identities.find({ connectionId: newId(), issuer, subject })).toBeNull();
      expect(await opened.identities.usersOf(connectionId)).toEqual([users[0]]);
      await opened.connections.remove(organizationId, () => NOW);
      expect(await opened.identities.usersOf(connectionId)).toEqual([]);
      expect(await opened.eventsOf(organizationId)).toEqual([['single_sign_on.revoked', { domain: null }]]);
      await expect(opened.connections.remove(organizationId, () => NOW)).rejects.toThrow(ResourceNotFound);
      expect(await opened.identities.find({ connectionId, issuer, subject })).toBeNull();
      expect(await opened.connections.of(organizationId)).toBeNull();
    });

    test('an attempt is taken once, also by two at once', async () => {
      const attempt = (stateDigest: Buffer, at = NOW): SingleSignOnAttempt =>
        SingleSignOnAttempt.create(
          {
            organizationId: newId(),
            stateDigest,
            browserDigest: digest(),
            issuer: SETTINGS.issuer,
            clientId: SETTINGS.clientId,
            nonce: 'nonce',
            codeVerifier: Buffer.from('encrypted'),
          },
          at,
        );
      const [state, old] = [digest(), digest()];
      const made = attempt(state);
      await opened.attempts.add(made);
      const taken = await Promise.all([opened.attempts.take([digest(), state]), opened.attempts.take([state])]);
      const found = taken.filter((each) => each !== null);
      expect(found.map(({ snapshot }) => snapshot)).toEqual([made.snapshot]);
      await opened.attempts.add(attempt(old, later(-3_600_000)));
      await opened.attempts.deleteExpired(NOW);
      expect(await opened.attempts.take([old])).toBeNull();
    });
  });
}
