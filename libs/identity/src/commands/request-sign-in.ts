import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { RequestSignIn } from '../contract/index.ts';
import { SignInRequest } from '../domain/sign-in-request.ts';
import { SignInRequests } from '../domain/sign-in-requests.ts';

export { RequestSignIn };

@CommandHandler(RequestSignIn)
export class RequestSignInHandler implements ICommandHandler<RequestSignIn> {
  constructor(
    private readonly requests: SignInRequests,
    private readonly clock: WallClock,
  ) {}

  async execute({ email, isFromKnownDevice }: RequestSignIn): Promise<void> {
    await this.requests.add(SignInRequest.create({ email, isFromKnownDevice }, this.clock.now()));
  }
}
