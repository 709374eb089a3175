import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Secrets, Tokens } from '#support/credentials';
import { FindUser } from '#organizations/contract';
import { type OpenedUserSession, VerifySecondFactor } from '../contract/index.ts';
import { AllUserCredentials } from '../domain/all-user-credentials.ts';
import { SignInFailed } from '../domain/identity.errors.ts';
import { SecondFactorAttempts } from '../domain/second-factor-attempts.ts';
import type { SignInMethod } from '../domain/user-session.ts';
import { textOf } from './second-factor.ts';
import { SessionOpener } from './session-opener.ts';

export { VerifySecondFactor };

interface FirstFactor {
  readonly id: string;
  readonly userId: string;
  readonly method: SignInMethod;
}

@CommandHandler(VerifySecondFactor)
export class VerifySecondFactorHandler implements ICommandHandler<VerifySecondFactor> {
  constructor(
    private readonly attempts: SecondFactorAttempts,
    private readonly credentials: AllUserCredentials,
    private readonly secrets: Secrets,
    private readonly tokens: Tokens,
    private readonly opener: SessionOpener,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ token, proof, client, replaces }: VerifySecondFactor): Promise<OpenedUserSession> {
    const now = this.clock.now();
    const first = await this.attempts.change<FirstFactor | null>(this.tokens.digestsOf('second factor', token), (attempt) =>
      attempt?.use(now) ? { id: attempt.id, userId: attempt.userId, method: attempt.method } : null,
    );
    if (!first || !(await this.isRight(first.userId, proof, now))) throw new SignInFailed();
    if (!(await this.attempts.complete(first.id))) throw new SignInFailed();
    const user = await this.queries.execute(new FindUser({ id: first.userId }));
    if (!user || user.isBlocked) throw new SignInFailed();
    const methods = [first.method, 'totp' in proof ? 'totp' : 'recovery_code'] as const;
    return this.opener.open({ user, methods, client, replaces }, now);
  }

  private isRight(userId: string, proof: VerifySecondFactor['proof'], now: Date): Promise<boolean> {
    if ('totp' in proof) {
      return this.credentials.change(userId, (credentials) => credentials.tryTotp(proof.totp, this.secrets, now));
    }
    const digests = this.tokens.digestsOf('recovery', proof.recovery_code).map(textOf);
    return this.credentials.change(userId, (credentials) => credentials.tryRecoveryCode(digests, now));
  }
}
