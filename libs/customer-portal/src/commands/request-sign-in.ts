import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { type NewSignIn, SignIn } from '../domain/sign-in.ts';
import { SignIns } from '../domain/sign-ins.ts';

/**
 * Records a sign-in request and looks up no customer: neither the response nor its timing reveals whether the customer exists.
 * Requests for unknown organizations are ignored; organizations are public.
 */
export class RequestSignIn extends Command<void> {
  constructor(readonly request: NewSignIn) {
    super();
  }
}

@CommandHandler(RequestSignIn)
export class RequestSignInHandler implements ICommandHandler<RequestSignIn> {
  constructor(
    private readonly signIns: SignIns,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ request }: RequestSignIn): Promise<void> {
    const { organizationId } = request;
    if (!(await this.queries.execute(new FindOrganizations([organizationId]))).has(organizationId)) return;
    await this.signIns.add(SignIn.create(request, this.clock.now()));
  }
}
