import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { AllUserCredentials } from '../domain/all-user-credentials.ts';
import { PasswordHashes } from '../domain/password-hashes.ts';
import { assertAcceptablePassword } from '../domain/user-credentials.ts';
import { UserSessions } from '../domain/user-sessions.ts';

/** For operators: sets the password of a user, and ends all sessions. Throws `ValidationFailed`. */
export class SetUserPassword extends Command<void> {
  constructor(
    readonly user: { readonly id: string; readonly email: string },
    readonly password: string,
  ) {
    super();
  }
}

/** For operators: removes the second factor of a user who has lost the device and the recovery codes, and ends all sessions. */
export class ResetSecondFactor extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** For operators: ends all sessions of a user. Returns their number. */
export class EndAllUserSessions extends Command<number> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(SetUserPassword)
export class SetUserPasswordHandler implements ICommandHandler<SetUserPassword> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly hashes: PasswordHashes,
    private readonly sessions: UserSessions,
    private readonly clock: WallClock,
  ) {}

  async execute({ user, password }: SetUserPassword): Promise<void> {
    assertAcceptablePassword(password, user.email);
    const hash = await this.hashes.hash(password);
    const now = this.clock.now();
    await this.credentials.change(user.id, (current) => current.setPassword(hash, now));
    await this.sessions.endAll(user.id, null);
  }
}

@CommandHandler(ResetSecondFactor)
export class ResetSecondFactorHandler implements ICommandHandler<ResetSecondFactor> {
  constructor(
    private readonly credentials: AllUserCredentials,
    private readonly sessions: UserSessions,
    private readonly clock: WallClock,
  ) {}

  async execute({ userId }: ResetSecondFactor): Promise<void> {
    const now = this.clock.now();
    await this.credentials.change(userId, (current) => current.disableSecondFactor(now));
    await this.sessions.endAll(userId, null);
  }
}

@CommandHandler(EndAllUserSessions)
export class EndAllUserSessionsHandler implements ICommandHandler<EndAllUserSessions> {
  constructor(private readonly sessions: UserSessions) {}

  execute({ userId }: EndAllUserSessions): Promise<number> {
    return this.sessions.endAll(userId, null);
  }
}
