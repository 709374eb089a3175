import type { QueryBus } from '@nestjs/cqrs';
import type { SignInCodes } from '#support/credentials';
import { FindUser, type UserSnapshot } from '#organizations/contract';
import type { SignInProof } from '../contract/index.ts';
import type { AllUserCredentials } from '../domain/all-user-credentials.ts';
import type { Passkeys } from '../domain/passkeys.ts';
import type { PasskeyVerifier, WebAuthnJson } from '../domain/passkey-verifier.ts';
import type { PasswordHashes } from '../domain/password-hashes.ts';
import type { SignInRequests } from '../domain/sign-in-requests.ts';
import type { SignInMethod } from '../domain/user-session.ts';

/** Stands for an unknown user, so that a wrong password for one takes as much work as for a known user. It has no password. */
const NOBODY = '00000000-0000-4000-8000-000000000001';

export interface ProvenUser {
  readonly id: string;
  readonly email: string;
  readonly method: SignInMethod;
}

/** Finds out which user a proof proves. */
export class UserProofs {
  constructor(
    private readonly requests: SignInRequests,
    private readonly codes: SignInCodes,
    private readonly credentials: AllUserCredentials,
    private readonly hashes: PasswordHashes,
    private readonly passkeys: Passkeys,
    private readonly verifier: PasskeyVerifier,
    private readonly queries: QueryBus,
  ) {}

  /** Null if the proof is wrong, or if the user is blocked. */
  async userOf(proof: SignInProof, now: Date): Promise<ProvenUser | null> {
    if ('passkey' in proof) return this.byPasskey(proof.passkey, now);
    return 'code' in proof ? this.byCode(proof.email, proof.code, now) : this.byPassword(proof.email, proof.password, now);
  }

  private async byCode(email: string, typed: string, now: Date): Promise<ProvenUser | null> {
    const code = this.codes.read('user', typed);
    if (!code) return null;
    const userId = await this.requests.tryCodes<string | null>(
      code.selector,
      (codes) => codes.find((each) => each.attempt(email, code.digests, now))?.userId ?? null,
    );
    return userId === null ? null : proven(await this.queries.execute(new FindUser({ id: userId })), 'email_code');
  }

  private async byPassword(email: string, password: string, now: Date): Promise<ProvenUser | null> {
    const user = await this.queries.execute(new FindUser({ email }));
    const id = user && !user.isBlocked ? user.id : NOBODY;
    const { passwordHash } = await this.credentials.find(id);
    const isRight = await this.hashes.verify(passwordHash, password);
    const isOutdated = isRight && this.hashes.isOutdated(passwordHash!);
    const rehashed = isOutdated ? await this.hashes.hash(password) : null;
    const isAccepted = await this.credentials.change(id, (current) => {
      const isCurrent = current.passwordHash === passwordHash;
      const accepted = current.tryPassword(isRight && isCurrent, now);
      if (accepted && rehashed !== null) current.rehash(rehashed);
      return accepted;
    });
    return isAccepted ? proven(user, 'password') : null;
  }

  private async byPasskey(response: WebAuthnJson, now: Date): Promise<ProvenUser | null> {
    const [challenge, credentialId] = [this.verifier.challengeOf(response), this.verifier.credentialOf(response)];
    if (challenge === null || credentialId === null) return null;
    const asked = await this.passkeys.takeChallenge(challenge);
    if (!asked || asked.userId !== null || asked.expiresAt <= now) return null;
    const passkey = await this.passkeys.findByCredential(credentialId);
    const counter = passkey && (await this.verifier.verifyAuthentication(response, challenge, passkey));
    if (!passkey || counter === null) return null;
    if (!(await this.passkeys.change(passkey.id, (current) => current.use(counter, now)))) return null;
    return proven(await this.queries.execute(new FindUser({ id: passkey.userId })), 'passkey');
  }
}

const proven = (user: UserSnapshot | null, method: SignInMethod): ProvenUser | null =>
  user && !user.isBlocked ? { id: user.id, email: user.email, method } : null;
