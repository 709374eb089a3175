import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { type NewSignIn, SignIn } from '../domain/sign-in.ts';
import { SignIns } from '../domain/sign-ins.ts';

/**
 * Takes the wish down, and no more: whoever asks learns nothing of customers, not even by how long it took. Organizations are no
 * secret: where there is none, nothing is taken down.
 */
export class RequestSignIn extends Command<void> {
  constructor(readonly wish: NewSignIn) {
    super();
  }
}

@CommandHandler(RequestSignIn)
export class RequestSignInHandler implements ICommandHandler<RequestSignIn> {
  constructor(
    private readonly signIns: SignIns,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ wish }: RequestSignIn): Promise<void> {
    const { organizationId } = wish;
    if (!(await this.queries.execute(new FindOrganizations([organizationId]))).has(organizationId)) return;
    await this.signIns.add(SignIn.create(wish, this.clock.now()));
  }
}
