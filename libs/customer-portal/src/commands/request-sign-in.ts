import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type NewSignIn, SignIn } from '../domain/sign-in.ts';
import { SignIns } from '../domain/sign-ins.ts';

/** Takes the wish down, and no more: whoever asks learns nothing, not even by how long it took. */
export class RequestSignIn extends Command<void> {
  constructor(readonly wish: NewSignIn) {
    super();
  }
}

@CommandHandler(RequestSignIn)
export class RequestSignInHandler implements ICommandHandler<RequestSignIn> {
  constructor(
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  execute({ wish }: RequestSignIn): Promise<void> {
    return this.signIns.add(SignIn.request(wish, this.clock.now()));
  }
}
