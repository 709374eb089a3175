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

/** The password and the second factor of one user, whose id it has. */
export class UserCredentials extends AggregateRoot {
  readonly id: string;
  passwordHash: string | null;
  private passwordFailures: number;
  private passwordBlockedUntil: Date | null;
  /** Encrypted. Set when the set-up of the second factor was confirmed. */
  private totpSecret: Buffer | null;
  /** The last time step whose code was accepted: a code works once. */
  private totpLastStep: number | null;
  /** Encrypted, waits for the confirmation. */
  private newTotpSecret: Buffer | null;
  private recoveryDigests: readonly string[];
  private secondFactorFailures: number;
  private secondFactorBlockedUntil: Date | null;

  private constructor(userId: string) {
    super();
    this.id = userId;
    this.passwordHash = null;
    this.passwordFailures = 0;
    this.passwordBlockedUntil = null;
    this.totpSecret = null;
    this.totpLastStep = null;
    this.newTotpSecret = null;
    this.recoveryDigests = [];
    this.secondFactorFailures = 0;
    this.secondFactorBlockedUntil = null;
  }

  static create(userId: string): UserCredentials {
    return new UserCredentials(userId);
  }

  get hasPassword(): boolean {
    return this.passwordHash !== null;
  }

  get hasSecondFactor(): boolean {
    return this.totpSecret !== null;
  }

  get recoveryCodesLeft(): number {
    return this.recoveryDigests.length;
  }

  setPassword(hash: string, now: Date): void {
    this.passwordHash = hash;
    this.passwordFailures = 0;
    this.passwordBlockedUntil = null;
    this.changed('password_set', now);
  }

  removePassword(now: Date): void {
    if (this.passwordHash === null) return;
    this.passwordHash = null;
    this.changed('password_removed', now);
  }

  /** Stores the same password hashed with newer parameters. */
  rehash(hash: string): void {
    this.passwordHash = hash;
  }

  /**
   * Whether a password that was found to be right or wrong is accepted. Too many wrong ones block the password for a while; those
   * that come meanwhile count as well.
   */
  tryPassword(isRight: boolean, now: Date): boolean {
    const isBlocked = this.passwordBlockedUntil !== null && this.passwordBlockedUntil > now;
    if (isRight && !isBlocked) {
      this.passwordFailures = 0;
      this.passwordBlockedUntil = null;
      return true;
    }
    this.passwordFailures += 1;
    if (!isBlocked && this.passwordFailures >= MOST_FAILURES) {
      this.passwordFailures = 0;
      this.passwordBlockedUntil = new Date(now.getTime() + BLOCK);
    }
    return false;
  }

  /** Remembers a new secret. The second factor stays as it is until a code of the new one confirms that a device has it. */
  beginTotp(sealed: Buffer): void {
    this.newTotpSecret = sealed;
  }

  /** False if the code is wrong. Throws `SecondFactorNotSetUp` if there is nothing to confirm. */
  confirmTotp(code: string, secrets: Secrets, recoveryDigests: readonly string[], now: Date): boolean {
    if (this.newTotpSecret === null) throw new SecondFactorNotSetUp();
    const step = matchingStep(secrets.decrypt(this.newTotpSecret), code, null, now);
    if (step === null) return false;
    this.totpSecret = this.newTotpSecret;
    this.totpLastStep = step;
    this.newTotpSecret = null;
    this.recoveryDigests = recoveryDigests;
    this.secondFactorFailures = 0;
    this.secondFactorBlockedUntil = null;
    this.changed('second_factor_enabled', now);
    return true;
  }

  replaceRecoveryCodes(digests: readonly string[], now: Date): void {
    if (!this.hasSecondFactor) throw new SecondFactorNotSetUp();
    this.recoveryDigests = digests;
    this.changed('recovery_codes_replaced', now);
  }

  /** Removes the second factor and its recovery codes. */
  disableSecondFactor(now: Date): void {
    this.newTotpSecret = null;
    if (!this.hasSecondFactor) return;
    this.totpSecret = null;
    this.totpLastStep = null;
    this.recoveryDigests = [];
    this.changed('second_factor_disabled', now);
  }

  /** Whether a code of the device is right. It uses up the code. */
  tryTotp(code: string, secrets: Secrets, now: Date): boolean {
    if (this.totpSecret === null || this.isSecondFactorBlocked(now)) return false;
    const step = matchingStep(secrets.decrypt(this.totpSecret), code, this.totpLastStep, now);
    if (step !== null) this.totpLastStep = step;
    return this.countSecondFactor(step !== null, now);
  }

  /** Whether one of the digests is that of a recovery code. It uses up the code. */
  tryRecoveryCode(digests: readonly string[], now: Date): boolean {
    if (this.totpSecret === null || this.isSecondFactorBlocked(now)) return false;
    const left = this.recoveryDigests.filter((digest) => !digests.includes(digest));
    const isRight = left.length < this.recoveryDigests.length;
    if (isRight) {
      this.recoveryDigests = left;
      this.changed('recovery_code_used', now);
    }
    return this.countSecondFactor(isRight, now);
  }

  private isSecondFactorBlocked(now: Date): boolean {
    return this.secondFactorBlockedUntil !== null && this.secondFactorBlockedUntil > now;
  }

  private countSecondFactor(isRight: boolean, now: Date): boolean {
    this.secondFactorFailures = isRight ? 0 : this.secondFactorFailures + 1;
    if (this.secondFactorFailures === REPORTED_FAILURES) this.changed('second_factor_wrong', now);
    if (this.secondFactorFailures >= MOST_FAILURES) {
      this.secondFactorFailures = 0;
      this.secondFactorBlockedUntil = new Date(now.getTime() + BLOCK);
    }
    return isRight;
  }

  private changed(change: CredentialChange, now: Date): void {
    this.record(new UserCredentialsChanged(this.id, now, change));
  }
}
