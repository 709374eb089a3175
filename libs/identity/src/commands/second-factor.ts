import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Secrets, Tokens } from '#support/credentials';
import { SERVICE_NAME } from '#support/mails';
import { AllUserCredentials } from '../domain/all-user-credentials.ts';
import { SecondFactorCodeWrong } from '../domain/identity.errors.ts';
import { base32, newTotpSecret, totpUri } from '../domain/totp.ts';
import { RECOVERY_CODES } from '../domain/user-credentials.ts';
import { UserSessions } from '../domain/user-sessions.ts';
import type { ChangingSession } from './change-password.ts';

export interface NewSecondFactor {
  /** For people who type it into the app. */
  readonly secret: string;
  /** For the app that scans it as a QR code. */
  readonly uri: string;
}

/** Makes a secret for an authenticator app. It takes effect with `ConfirmSecondFactor`. */
export class BeginSecondFactor extends Command<NewSecondFactor> {
  constructor(
    readonly session: ChangingSession,
    readonly email: string,
  ) {
    super();
  }
}

/**
 * Enables the second factor, ends all other sessions, which were opened without it, and returns new recovery codes. Throws
 * `SecondFactorNotSetUp` and `SecondFactorCodeWrong`.
 */
export class ConfirmSecondFactor extends Command<readonly string[]> {
  constructor(
    readonly session: ChangingSession,
    readonly code: string,
  ) {
    super();
  }
}

/** Returns new recovery codes, which take the place of all earlier ones. Throws `SecondFactorNotSetUp`. */
export class ReplaceRecoveryCodes extends Command<readonly string[]> {
  constructor(readonly session: ChangingSession) {
    super();
  }
}

export class DisableSecondFactor extends Command<void> {
  constructor(readonly session: ChangingSession) {
    super();
  }
}

/** Digests are stored as text. */
export const textOf = (digest: Buffer): string => digest.toString('base64url');

const newCodes = (tokens: Tokens) => Array.from({ length: RECOVERY_CODES }, () => tokens.make('recovery'));

@CommandHandler(BeginSecondFactor)
export class BeginSecondFactorHandler implements ICommandHandler<BeginSecondFactor> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly secrets: Secrets,
  ) {}

  async execute({ session, email }: BeginSecondFactor): Promise<NewSecondFactor> {
    const secret = newTotpSecret();
    const encrypted = this.secrets.encrypt(secret);
    await this.credentials.change(session.userId, (current) => current.beginTotp(encrypted));
    return { secret: base32(Buffer.from(secret, 'hex')), uri: totpUri(SERVICE_NAME, email, secret) };
  }
}

@CommandHandler(ConfirmSecondFactor)
export class ConfirmSecondFactorHandler implements ICommandHandler<ConfirmSecondFactor> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly secrets: Secrets,
    private readonly tokens: Tokens,
    private readonly sessions: UserSessions,
    private readonly clock: WallClock,
  ) {}

  async execute({ session, code }: ConfirmSecondFactor): Promise<readonly string[]> {
    const now = this.clock.now();
    const codes = newCodes(this.tokens);
    const digests = codes.map(({ digest }) => textOf(digest));
    const isRight = await this.credentials.change(session.userId, (current) =>
      current.confirmTotp(code, this.secrets, digests, now),
    );
    if (!isRight) throw new SecondFactorCodeWrong();
    await this.sessions.endAll(session.userId, session.id);
    return codes.map(({ token }) => token);
  }
}

@CommandHandler(ReplaceRecoveryCodes)
export class ReplaceRecoveryCodesHandler implements ICommandHandler<ReplaceRecoveryCodes> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ session }: ReplaceRecoveryCodes): Promise<readonly string[]> {
    const now = this.clock.now();
    const codes = newCodes(this.tokens);
    const digests = codes.map(({ digest }) => textOf(digest));
    await this.credentials.change(session.userId, (current) => current.replaceRecoveryCodes(digests, now));
    return codes.map(({ token }) => token);
  }
}

@CommandHandler(DisableSecondFactor)
export class DisableSecondFactorHandler implements ICommandHandler<DisableSecondFactor> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly clock: WallClock,
  ) {}

  async execute({ session }: DisableSecondFactor): Promise<void> {
    const now = this.clock.now();
    await this.credentials.change(session.userId, (current) => current.disableSecondFactor(now));
  }
}
