import { newId, ResourceNotFound } from '#kernel';
import type { AllUserCredentials } from '../src/domain/all-user-credentials.ts';
import { PasskeyNotVerified, TooManyPasskeys } from '../src/domain/identity.errors.ts';
import { MOST_PASSKEYS, Passkey } from '../src/domain/passkey.ts';
import type { Passkeys } from '../src/domain/passkeys.ts';
import { SecondFactorAttempt } from '../src/domain/second-factor-attempt.ts';
import type { SecondFactorAttempts } from '../src/domain/second-factor-attempts.ts';
import { SignInCode } from '../src/domain/sign-in-code.ts';
import { SignInRequest } from '../src/domain/sign-in-request.ts';
import type { SignInRequests } from '../src/domain/sign-in-requests.ts';
import { IDLE_LIFETIME, SESSION_LIFETIME, UserSession } from '../src/domain/user-session.ts';
import type { UserSessions } from '../src/domain/user-sessions.ts';

export interface OpenedIdentity {
  readonly requests: SignInRequests;
  readonly attempts: SecondFactorAttempts;
  readonly sessions: UserSessions;
  readonly credentials: AllUserCredentials;
  readonly passkeys: Passkeys;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-25T12:00:00.123Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const digest = (): Buffer => Buffer.from(newId());
const NOBODY = { userAgent: null, address: null };

/** The contracts of every implementation of the ports. */
export function identityContract(storage: string, open: () => Promise<OpenedIdentity>): void {
  describe(`identity in ${storage}`, () => {
    let opened: OpenedIdentity;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    describe('requests to sign in', () => {
      const request = (email: string, isFromKnownDevice = false, at = NOW): SignInRequest =>
        SignInRequest.create({ email, isFromKnownDevice }, at);

      test('are counted by address, those of known devices apart', async () => {
        const email = `${newId()}@example.com`;
        const [first, known, second] = [request(email), request(email, true), request(email.toUpperCase(), false, later(1000))];
        for (const each of [first, known, second, request(`x${email}`)]) await opened.requests.add(each);
        const counts = [first, known, second].map((each) => opened.requests.countSince(each.snapshot, later(-1)));
        expect(await Promise.all(counts)).toEqual([1, 1, 2]);
        expect(await opened.requests.countSince(second.snapshot, NOW)).toBe(1);
        expect(await opened.requests.find(first.id)).toMatchObject({ emailKey: email, requestedAt: NOW });
      });

      test('have one code, whose tries are stored, and are deleted with it', async () => {
        const email = `${newId()}@example.com`;
        const made = request(email, false, later(-1_000_000));
        await opened.requests.add(made);
        const [selector, right] = [newId(), digest()];
        await opened.requests.replaceCode(SignInCode.create(made.snapshot, newId(), { selector, digest: digest() }, NOW));
        await opened.requests.replaceCode(SignInCode.create(made.snapshot, newId(), { selector, digest: right }, NOW));
        const attempt = (given: Buffer) =>
          opened.requests.tryCodes(selector, (codes) => codes.map((each) => each.attempt(email, [given], NOW)));
        for (let tries = 0; tries < 4; tries++) expect(await attempt(digest())).toEqual([false]);
        expect([await attempt(right), await attempt(right)]).toEqual([[true], [false]]);
        expect(await opened.requests.deleteBefore(later(-500_000))).toBe(1);
        expect([await opened.requests.find(made.id), await attempt(right)]).toEqual([null, []]);
      });
    });

    test('an attempt waits for the second factor, is tried five times, and completed once', async () => {
      const attempt = SecondFactorAttempt.create(newId(), 'password', digest(), NOW);
      await opened.attempts.add(attempt);
      const use = () => opened.attempts.change([digest(), attempt.snapshot.digest], (found) => found?.use(NOW) ?? null);
      for (let tries = 0; tries < 5; tries++) expect(await use()).toBe(true);
      expect(await use()).toBe(false);
      expect([await opened.attempts.complete(attempt.id), await opened.attempts.complete(attempt.id)]).toEqual([true, false]);
      expect(await use()).toBeNull();
    });

    test('expired attempts are deleted', async () => {
      const attempt = SecondFactorAttempt.create(newId(), 'password', digest(), NOW);
      await opened.attempts.add(attempt);
      await opened.attempts.deleteExpired(attempt.snapshot.expiresAt);
      expect(await opened.attempts.complete(attempt.id)).toBe(false);
    });

    describe('sessions', () => {
      const sessionOf = (userId: string, at = NOW, providerOrganizationId: string | null = null): UserSession =>
        UserSession.create({ userId, digest: digest(), methods: ['password'], client: NOBODY, providerOrganizationId }, at);
      const endAll = (userId: string) => opened.sessions.endAll(userId, null);

      test('end by id, by token, and all but one', async () => {
        const userId = newId();
        const those = Array.from({ length: 5 }, () => sessionOf(userId));
        for (const each of those) await opened.sessions.add(each);
        await opened.sessions.end(those[0]!.snapshot);
        await expect(opened.sessions.end(those[0]!.snapshot)).rejects.toThrow(ResourceNotFound);
        await expect(opened.sessions.end({ ...those[1]!.snapshot, userId: newId() })).rejects.toThrow(ResourceNotFound);
        await opened.sessions.endByToken([those[1]!.snapshot.digest]);
        await opened.sessions.endByToken([digest()]);
        expect([await opened.sessions.endAll(userId, those[2]!.id), await endAll(userId)]).toEqual([2, 1]);
      });

      test('a new one takes the place of one of the same user', async () => {
        const [userId, otherId] = [newId(), newId()];
        const [own, foreign] = [sessionOf(userId), sessionOf(otherId)];
        for (const each of [own, foreign]) await opened.sessions.add(each);
        await opened.sessions.add(sessionOf(userId), [own.snapshot.digest, foreign.snapshot.digest]);
        expect([await endAll(userId), await endAll(otherId)]).toEqual([1, 1]);
      });

      test('those of a provider neither end nor replace others', async () => {
        const [userId, organizationId] = [newId(), newId()];
        const other = sessionOf(userId);
        const ofProvider = (): UserSession => sessionOf(userId, NOW, organizationId);
        const [first, second] = [ofProvider(), ofProvider()];
        await opened.sessions.add(other);
        await opened.sessions.add(first, [other.snapshot.digest]);
        await opened.sessions.add(second, [first.snapshot.digest]);
        await opened.sessions.add(sessionOf(userId), [second.snapshot.digest]);
        const within = { userId, providerOrganizationId: organizationId };
        for (const { id } of [other, first]) {
          await expect(opened.sessions.end({ ...within, id })).rejects.toThrow(ResourceNotFound);
        }
        await opened.sessions.end({ ...within, id: second.id });
        for (const each of [ofProvider(), ofProvider(), sessionOf(userId, NOW, newId())]) await opened.sessions.add(each);
        const ofAnother = sessionOf(newId(), NOW, organizationId);
        await opened.sessions.add(ofAnother);
        const access = { providerOrganizationId: organizationId, userIds: [userId], until: NOW };
        await opened.sessions.endAllOfProvider({ ...access, until: later(-1) });
        await opened.sessions.endAllOfProvider({ ...access, userIds: [newId()] });
        await opened.sessions.endAllOfProvider(access);
        expect(await endAll(userId)).toBe(3);
        await opened.sessions.endAllOfProvider({ ...access, userIds: null, until: null });
        expect(await endAll(ofAnother.snapshot.userId)).toBe(0);
      });

      test('are deleted when they have expired or were not used', async () => {
        const [expired, unused] = [sessionOf(newId(), later(-SESSION_LIFETIME)), sessionOf(newId(), later(-IDLE_LIFETIME))];
        const [used] = [sessionOf(newId(), later(1 - IDLE_LIFETIME))];
        for (const each of [expired, unused, used]) await opened.sessions.add(each);
        await opened.sessions.deleteExpired(NOW, later(-IDLE_LIFETIME));
        expect(await Promise.all([expired, unused, used].map(({ snapshot: { userId } }) => endAll(userId)))).toEqual([0, 0, 1]);
      });
    });

    test('every user has credentials, and concurrent first changes see each other', async () => {
      const userId = newId();
      expect(await opened.credentials.find(userId)).toMatchObject({ id: userId, hasPassword: false, hasSecondFactor: false });
      const changes = Array.from({ length: 5 }, () => opened.credentials.change(userId, (each) => each.tryPassword(false, NOW)));
      expect(await Promise.all(changes)).toEqual([false, false, false, false, false]);
      await opened.credentials.change(userId, (each) => each.setPassword('hash', NOW));
      expect(await opened.credentials.find(userId)).toMatchObject({ passwordHash: 'hash', hasPassword: true });
    });

    describe('passkeys', () => {
      const passkeyOf = (userId: string, credentialId = newId()): Passkey =>
        Passkey.create(
          { userId, name: 'Laptop', credentialId, publicKey: Buffer.from('key'), counter: 4_000_000_000, transports: ['usb'] },
          NOW,
        );

      test('are found by user and credential, changed and removed', async () => {
        const userId = newId();
        const [first, second] = [passkeyOf(userId), passkeyOf(userId)];
        for (const each of [first, second]) await opened.passkeys.add(each);
        expect((await opened.passkeys.ofUser(userId)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
        const use = () => opened.passkeys.change(first.id, (each) => each.use(4_000_000_001, NOW));
        expect([await use(), await use()]).toEqual([true, false]);
        expect(await opened.passkeys.findByCredential(first.snapshot.credentialId)).toMatchObject({
          counter: 4_000_000_001,
          lastUsedAt: NOW,
        });
        await expect(opened.passkeys.remove({ id: first.id, userId: newId() }, () => undefined)).rejects.toThrow(
          ResourceNotFound,
        );
        await opened.passkeys.remove(first, (each) => each.remove(NOW));
        expect(await opened.passkeys.findByCredential(first.snapshot.credentialId)).toBeNull();
        await expect(use()).rejects.toThrow(ResourceNotFound);
      });

      test('belong to one user, who has a limited number', async () => {
        const userId = newId();
        const first = passkeyOf(userId);
        await opened.passkeys.add(first);
        await expect(opened.passkeys.add(passkeyOf(newId(), first.snapshot.credentialId))).rejects.toThrow(PasskeyNotVerified);
        for (let count = 1; count < MOST_PASSKEYS; count++) await opened.passkeys.add(passkeyOf(userId));
        await expect(opened.passkeys.add(passkeyOf(userId))).rejects.toThrow(TooManyPasskeys);
      });

      test('a challenge is taken once, and deleted when it has expired', async () => {
        const [asked, expired] = [newId(), newId()].map((challenge) => ({ challenge, userId: null, expiresAt: later(1) }));
        for (const each of [asked!, expired!]) await opened.passkeys.addChallenge(each);
        expect(await opened.passkeys.takeChallenge(asked!.challenge)).toEqual(asked);
        expect(await opened.passkeys.takeChallenge(asked!.challenge)).toBeNull();
        await opened.passkeys.deleteChallenges(later(1));
        expect(await opened.passkeys.takeChallenge(expired!.challenge)).toBeNull();
      });
    });
  });
}
