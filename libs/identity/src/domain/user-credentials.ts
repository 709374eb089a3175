import { AggregateRoot, ValidationFailed } from '#kernel';
import type { Secrets } from '#support/credentials';
import { SecondFactorNotSetUp } from './identity.errors.ts';
import { matchingStep } from './totp.ts';
import { type CredentialChange, UserCredentialsChanged } from './user-credentials.events.ts';

const MINUTE = 60_000;
/** After so many failures in a row, a factor is not accepted for a while. */
const MOST_FAILURES = 10;
/** So many wrong second factors in a row are reported, once before the factor is blocked: nobody mistypes as often. */
const REPORTED_FAILURES = 5;
const BLOCK = 15 * MINUTE;

export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;
export const RECOVERY_CODES = 10;

/** Throws `ValidationFailed` for a password that is too short or too long, or that consists of few different characters. */
export function assertAcceptablePassword(password: string, email: string): void {
  const at = ['password'];
  const characters = [...password];
  const { min, max } = PASSWORD_LENGTH;
  if (characters.length < min) throw ValidationFailed.at(at, `A password has at least ${min} characters.`);
  if (characters.length > max) throw ValidationFailed.at(at, `A password has at most ${max} characters.`);
  if (new Set(characters).size < 5) throw ValidationFailed.at(at, 'The password consists of too few different characters.');
  if (password.toLowerCase().includes(email.toLowerCase())) {
    throw ValidationFailed.at(at, 'The password must not contain the e-mail address.');
  }
}

export interface UserCredentialsState {
  readonly id: string;
  passwordHash: string | null;
  passwordFailures: number;
  passwordBlockedUntil: Date | null;
  /** Encrypted. Set when the set-up of the second factor was confirmed. */
  totpSecret: Buffer | null;
  /** The last time step whose code was accepted: a code works once. */
  totpLastStep: number | null;
  /** Encrypted, waits for the confirmation. */
  newTotpSecret: Buffer | null;
  recoveryDigests: readonly string[];
  secondFactorFailures: number;
  secondFactorBlockedUntil: Date | null;
}

/** The password and the second factor of one user, whose id it has. */
export class UserCredentials extends AggregateRoot<UserCredentialsState> {
  static create(userId: string): UserCredentials {
    return new UserCredentials({
      id: userId,
      passwordHash: null,
      passwordFailures: 0,
      passwordBlockedUntil: null,
      totpSecret: null,
      totpLastStep: null,
      newTotpSecret: null,
      recoveryDigests: [],
      secondFactorFailures: 0,
      secondFactorBlockedUntil: null,
    });
  }

  get passwordHash(): string | null {
    return this.state.passwordHash;
  }

  get hasPassword(): boolean {
    return this.state.passwordHash !== null;
  }

  get hasSecondFactor(): boolean {
    return this.state.totpSecret !== null;
  }

  get recoveryCodesLeft(): number {
    return this.state.recoveryDigests.length;
  }

  setPassword(hash: string, now: Date): void {
    this.state.passwordHash = hash;
    this.state.passwordFailures = 0;
    this.state.passwordBlockedUntil = null;
    this.changed('password_set', now);
  }

  removePassword(now: Date): void {
    if (this.state.passwordHash === null) return;
    this.state.passwordHash = null;
    this.changed('password_removed', now);
  }

  /** Stores the same password hashed with newer parameters. */
  rehash(hash: string): void {
    this.state.passwordHash = hash;
  }

  /**
   * Whether a password that was found to be right or wrong is accepted. Too many wrong ones block the password for a while; those
   * that come meanwhile count as well.
   */
  tryPassword(isRight: boolean, now: Date): boolean {
    const isBlocked = this.state.passwordBlockedUntil !== null && this.state.passwordBlockedUntil > now;
    if (isRight && !isBlocked) {
      this.state.passwordFailures = 0;
      this.state.passwordBlockedUntil = null;
      return true;
    }
    this.state.passwordFailures += 1;
    if (!isBlocked && this.state.passwordFailures >= MOST_FAILURES) {
      this.state.passwordFailures = 0;
      this.state.passwordBlockedUntil = new Date(now.getTime() + BLOCK);
    }
    return false;
  }

  /** Remembers a new secret. The second factor stays as it is until a code of the new one confirms that a device has it. */
  beginTotp(sealed: Buffer): void {
    this.state.newTotpSecret = sealed;
  }

  /** False if the code is wrong. Throws `SecondFactorNotSetUp` if there is nothing to confirm. */
  confirmTotp(code: string, secrets: Secrets, recoveryDigests: readonly string[], now: Date): boolean {
    if (this.state.newTotpSecret === null) throw new SecondFactorNotSetUp();
    const step = matchingStep(secrets.decrypt(this.state.newTotpSecret), code, null, now);
    if (step === null) return false;
    this.state.totpSecret = this.state.newTotpSecret;
    this.state.totpLastStep = step;
    this.state.newTotpSecret = null;
    this.state.recoveryDigests = recoveryDigests;
    this.state.secondFactorFailures = 0;
    this.state.secondFactorBlockedUntil = null;
    this.changed('second_factor_enabled', now);
    return true;
  }

  replaceRecoveryCodes(digests: readonly string[], now: Date): void {
    if (!this.hasSecondFactor) throw new SecondFactorNotSetUp();
    this.state.recoveryDigests = digests;
    this.changed('recovery_codes_replaced', now);
  }

  /** Removes the second factor and its recovery codes. */
  disableSecondFactor(now: Date): void {
    this.state.newTotpSecret = null;
    if (!this.hasSecondFactor) return;
    this.state.totpSecret = null;
    this.state.totpLastStep = null;
    this.state.recoveryDigests = [];
    this.changed('second_factor_disabled', now);
  }

  /** Whether a code of the device is right. It uses up the code. */
  tryTotp(code: string, secrets: Secrets, now: Date): boolean {
    if (this.state.totpSecret === null || this.isSecondFactorBlocked(now)) return false;
    const step = matchingStep(secrets.decrypt(this.state.totpSecret), code, this.state.totpLastStep, now);
    if (step !== null) this.state.totpLastStep = step;
    return this.countSecondFactor(step !== null, now);
  }

  /** Whether one of the digests is that of a recovery code. It uses up the code. */
  tryRecoveryCode(digests: readonly string[], now: Date): boolean {
    if (this.state.totpSecret === null || this.isSecondFactorBlocked(now)) return false;
    const left = this.state.recoveryDigests.filter((digest) => !digests.includes(digest));
    const isRight = left.length < this.state.recoveryDigests.length;
    if (isRight) {
      this.state.recoveryDigests = left;
      this.changed('recovery_code_used', now);
    }
    return this.countSecondFactor(isRight, now);
  }

  private isSecondFactorBlocked(now: Date): boolean {
    return this.state.secondFactorBlockedUntil !== null && this.state.secondFactorBlockedUntil > now;
  }

  private countSecondFactor(isRight: boolean, now: Date): boolean {
    this.state.secondFactorFailures = isRight ? 0 : this.state.secondFactorFailures + 1;
    if (this.state.secondFactorFailures === REPORTED_FAILURES) this.changed('second_factor_wrong', now);
    if (this.state.secondFactorFailures >= MOST_FAILURES) {
      this.state.secondFactorFailures = 0;
      this.state.secondFactorBlockedUntil = new Date(now.getTime() + BLOCK);
    }
    return isRight;
  }

  private changed(change: CredentialChange, now: Date): void {
    this.record(new UserCredentialsChanged(this.state.id, now, change));
  }
}
