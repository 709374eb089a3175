import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { type SecondFactorDemand, SignIn, type SignInOutcome } from '../contract/index.ts';
import { AllUserCredentials } from '../domain/all-user-credentials.ts';
import { SignInFailed } from '../domain/identity.errors.ts';
import { SecondFactorAttempt } from '../domain/second-factor-attempt.ts';
import { SecondFactorAttempts } from '../domain/second-factor-attempts.ts';
import type { UserCredentials } from '../domain/user-credentials.ts';
import { type ProvenUser, UserProofs } from './prove-user.ts';
import { SessionOpener } from './session-opener.ts';

export { SignIn, type SignInOutcome };

/** A passkey is two factors: the device that has it, and how that recognizes its owner. */
@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly proofs: UserProofs,
    private readonly credentials: AllUserCredentials,
    private readonly attempts: SecondFactorAttempts,
    private readonly tokens: Tokens,
    private readonly opener: SessionOpener,
    private readonly clock: WallClock,
  ) {}

  async execute({ proof, client, replaces }: SignIn): Promise<SignInOutcome> {
    const now = this.clock.now();
    const user = await this.proofs.userOf(proof, now);
    if (!user) throw new SignInFailed();
    const credentials = await this.credentials.find(user.id);
    if (user.method !== 'passkey' && credentials.hasSecondFactor) {
      return { second_factor: await this.demandSecondFactor(user, credentials, now) };
    }
    return { session: await this.opener.open({ user, methods: [user.method], client, replaces }, now) };
  }

  private async demandSecondFactor(
    { id, method }: ProvenUser,
    { recoveryCodesLeft }: Readonly<UserCredentials>,
    now: Date,
  ): Promise<SecondFactorDemand> {
    const { token, digest } = this.tokens.make('second factor');
    const attempt = SecondFactorAttempt.create(id, method, digest, now);
    await this.attempts.add(attempt);
    return {
      token,
      methods: recoveryCodesLeft > 0 ? ['totp', 'recovery_code'] : ['totp'],
      expires_at: attempt.snapshot.expiresAt,
    };
  }
}
