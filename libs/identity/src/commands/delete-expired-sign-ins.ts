import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Passkeys } from '../domain/passkeys.ts';
import { SecondFactorAttempts } from '../domain/second-factor-attempts.ts';
import { SingleSignOnAttempts } from '../domain/single-sign-on-attempts.ts';
import { SignInRequests } from '../domain/sign-in-requests.ts';
import { IDLE_LIFETIME } from '../domain/user-session.ts';
import { UserSessions } from '../domain/user-sessions.ts';

const DAY_MS = 86_400_000;

/** Deletes expired sessions of users, and what is left of sign-ins: requests older than a day, attempts and challenges. */
export class DeleteExpiredSignIns extends Command<void> {}

@CommandHandler(DeleteExpiredSignIns)
export class DeleteExpiredSignInsHandler implements ICommandHandler<DeleteExpiredSignIns> {
  constructor(
    private readonly sessions: UserSessions,
    private readonly requests: SignInRequests,
    private readonly attempts: SecondFactorAttempts,
    private readonly passkeys: Passkeys,
    private readonly singleSignOns: SingleSignOnAttempts,
    private readonly clock: WallClock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.sessions.deleteExpired(now, new Date(now.getTime() - IDLE_LIFETIME));
    await this.requests.deleteBefore(new Date(now.getTime() - DAY_MS));
    await this.attempts.deleteExpired(now);
    await this.passkeys.deleteChallenges(now);
    await this.singleSignOns.deleteExpired(now);
  }
}
