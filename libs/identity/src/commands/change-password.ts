import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { AllUserCredentials } from '../domain/all-user-credentials.ts';
import { CurrentPasswordWrong } from '../domain/identity.errors.ts';
import { PasswordHashes } from '../domain/password-hashes.ts';
import { assertAcceptablePassword } from '../domain/user-credentials.ts';
import { UserSessions } from '../domain/user-sessions.ts';

/** The session that makes a change. */
export interface ChangingSession {
  readonly id: string;
  readonly userId: string;
}

/**
 * Sets the password, and ends all other sessions of the user. Without the current password the caller demands a recent sign-in. Throws
 * `ValidationFailed` and `CurrentPasswordWrong`.
 */
export class ChangePassword extends Command<void> {
  constructor(
    readonly session: ChangingSession,
    readonly email: string,
    readonly password: string,
    readonly currentPassword: string | null,
  ) {
    super();
  }
}

export class RemovePassword extends Command<void> {
  constructor(readonly session: ChangingSession) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly hashes: PasswordHashes,
    private readonly sessions: UserSessions,
    private readonly clock: WallClock,
  ) {}

  async execute({ session, email, password, currentPassword }: ChangePassword): Promise<void> {
    const now = this.clock.now();
    const { userId } = session;
    assertAcceptablePassword(password, email);
    if (currentPassword !== null) await this.assertCurrent(userId, currentPassword, now);
    const hash = await this.hashes.hash(password);
    await this.credentials.change(userId, (current) => current.setPassword(hash, now));
    await this.sessions.endAll(userId, session.id);
  }

  /** Wrong ones count, so that nobody can guess the password with a session that they found. */
  private async assertCurrent(userId: string, typed: string, now: Date): Promise<void> {
    const { passwordHash } = await this.credentials.find(userId);
    const isRight = await this.hashes.verify(passwordHash, typed);
    if (!(await this.credentials.change(userId, (current) => current.tryPassword(isRight, now))))
      throw new CurrentPasswordWrong();
  }
}

@CommandHandler(RemovePassword)
export class RemovePasswordHandler implements ICommandHandler<RemovePassword> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly clock: WallClock,
  ) {}

  async execute({ session }: RemovePassword): Promise<void> {
    const now = this.clock.now();
    await this.credentials.change(session.userId, (current) => current.removePassword(now));
  }
}
