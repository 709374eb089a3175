import { ResourceNotFound, type Sync } from '#kernel';
import { AllUserCredentials } from '../src/domain/all-user-credentials.ts';
import { PasskeyNotVerified, TooManyPasskeys } from '../src/domain/identity.errors.ts';
import { MOST_PASSKEYS, type Passkey } from '../src/domain/passkey.ts';
import { type PasskeyChallenge, Passkeys } from '../src/domain/passkeys.ts';
import type { SecondFactorAttempt } from '../src/domain/second-factor-attempt.ts';
import { SecondFactorAttempts } from '../src/domain/second-factor-attempts.ts';
import type { SignInCode } from '../src/domain/sign-in-code.ts';
import type { SignInRequest } from '../src/domain/sign-in-request.ts';
import { SignInRequests } from '../src/domain/sign-in-requests.ts';
import { UserCredentials } from '../src/domain/user-credentials.ts';
import type { UserSession } from '../src/domain/user-session.ts';
import { UserSessions, type WhichSession } from '../src/domain/user-sessions.ts';

const has = (digests: readonly Buffer[], digest: Buffer): boolean => digests.some((each) => each.equals(digest));

export class InMemorySignInRequests extends SignInRequests {
  private requests: SignInRequest[] = [];
  private codes: SignInCode[] = [];

  async add(request: SignInRequest): Promise<void> {
    this.requests.push(request);
  }

  async find(id: string): Promise<SignInRequest | null> {
    return this.requests.find((each) => each.id === id) ?? null;
  }

  async countSince({ emailKey, isFromKnownDevice, requestedAt }: SignInRequest, since: Date): Promise<number> {
    const same = this.requests.filter((each) => each.emailKey === emailKey && each.isFromKnownDevice === isFromKnownDevice);
    return same.filter((each) => each.requestedAt > since && each.requestedAt <= requestedAt).length;
  }

  async replaceCode(code: SignInCode): Promise<void> {
    this.codes = [...this.codes.filter(({ requestId }) => requestId !== code.requestId), code];
  }

  async tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T> {
    return by(this.codes.filter((code) => code.selector === selector)) as T;
  }

  async deleteBefore(time: Date): Promise<number> {
    const deleted = this.requests.filter(({ requestedAt }) => requestedAt < time).map(({ id }) => id);
    this.requests = this.requests.filter(({ id }) => !deleted.includes(id));
    this.codes = this.codes.filter(({ requestId }) => !deleted.includes(requestId));
    return deleted.length;
  }
}

export class InMemorySecondFactorAttempts extends SecondFactorAttempts {
  private attempts: SecondFactorAttempt[] = [];

  async add(attempt: SecondFactorAttempt): Promise<void> {
    this.attempts.push(attempt);
  }

  async change<T>(digests: readonly Buffer[], by: (attempt: SecondFactorAttempt | null) => Sync<T>): Promise<T> {
    return by(this.attempts.find(({ digest }) => has(digests, digest)) ?? null) as T;
  }

  async complete(id: string): Promise<boolean> {
    const before = this.attempts.length;
    this.attempts = this.attempts.filter((each) => each.id !== id);
    return this.attempts.length < before;
  }

  async deleteExpired(by: Date): Promise<void> {
    this.attempts = this.attempts.filter(({ expiresAt }) => expiresAt > by);
  }
}

export class InMemoryUserSessions extends UserSessions {
  private sessions: UserSession[] = [];

  async add(session: UserSession, replaced: readonly Buffer[] = []): Promise<void> {
    const { userId, providerOrganizationId } = session;
    this.keep(
      (each) => each.userId !== userId || each.providerOrganizationId !== providerOrganizationId || !has(replaced, each.digest),
    );
    this.sessions.push(session);
  }

  async end({ id, userId, providerOrganizationId: only }: WhichSession): Promise<void> {
    const isAnother = (each: UserSession): boolean =>
      each.id !== id || each.userId !== userId || (only !== null && each.providerOrganizationId !== only);
    if (this.keep(isAnother) === 0) throw new ResourceNotFound();
  }

  async endByToken(digests: readonly Buffer[]): Promise<void> {
    this.keep(({ digest }) => !has(digests, digest));
  }

  async endAll(userId: string, exceptId: string | null): Promise<number> {
    return this.keep((each) => each.userId !== userId || each.id === exceptId);
  }

  async endAllOfProvider(userId: string, providerOrganizationId: string): Promise<void> {
    this.keep((each) => each.userId !== userId || each.providerOrganizationId !== providerOrganizationId);
  }

  async deleteExpired(by: Date, unusedSince: Date): Promise<number> {
    return this.keep(({ expiresAt, lastUsedAt }) => expiresAt > by && lastUsedAt > unusedSince);
  }

  /** Returns the number of the others. */
  private keep(condition: (session: UserSession) => boolean): number {
    const before = this.sessions.length;
    this.sessions = this.sessions.filter(condition);
    return before - this.sessions.length;
  }
}

export class InMemoryAllUserCredentials extends AllUserCredentials {
  private readonly byUser = new Map<string, UserCredentials>();

  async find(userId: string): Promise<Readonly<UserCredentials>> {
    return this.byUser.get(userId) ?? UserCredentials.create(userId);
  }

  async change<T>(userId: string, by: (credentials: UserCredentials) => Sync<T>): Promise<T> {
    const credentials = this.byUser.get(userId) ?? UserCredentials.create(userId);
    this.byUser.set(userId, credentials);
    return by(credentials) as T;
  }
}

export class InMemoryPasskeys extends Passkeys {
  private passkeys: Passkey[] = [];
  private readonly challenges = new Map<string, PasskeyChallenge>();

  async addChallenge(challenge: PasskeyChallenge): Promise<void> {
    this.challenges.set(challenge.challenge, challenge);
  }

  async takeChallenge(challenge: string): Promise<PasskeyChallenge | null> {
    const taken = this.challenges.get(challenge) ?? null;
    this.challenges.delete(challenge);
    return taken;
  }

  async add(passkey: Passkey): Promise<void> {
    if ((await this.ofUser(passkey.userId)).length >= MOST_PASSKEYS) throw new TooManyPasskeys(MOST_PASSKEYS);
    if (await this.findByCredential(passkey.credentialId)) throw new PasskeyNotVerified();
    this.passkeys.push(passkey);
  }

  async ofUser(userId: string): Promise<readonly Readonly<Passkey>[]> {
    return this.passkeys.filter((each) => each.userId === userId);
  }

  async findByCredential(credentialId: string): Promise<Readonly<Passkey> | null> {
    return this.passkeys.find((each) => each.credentialId === credentialId) ?? null;
  }

  async change<T>(id: string, by: (passkey: Passkey) => Sync<T>): Promise<T> {
    const passkey = this.passkeys.find((each) => each.id === id);
    if (!passkey) throw new ResourceNotFound();
    return by(passkey) as T;
  }

  async remove({ id, userId }: { readonly id: string; readonly userId: string }, by: (passkey: Passkey) => void): Promise<void> {
    const passkey = this.passkeys.find((each) => each.id === id && each.userId === userId);
    if (!passkey) throw new ResourceNotFound();
    by(passkey);
    this.passkeys = this.passkeys.filter((each) => each !== passkey);
  }

  async deleteChallenges(expiredBy: Date): Promise<void> {
    for (const { challenge, expiresAt } of this.challenges.values()) {
      if (expiresAt <= expiredBy) this.challenges.delete(challenge);
    }
  }
}
