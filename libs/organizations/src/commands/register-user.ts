import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RegisterUser } from '../contract/index.ts';
import { Organizations } from '../domain/organizations.ts';
import type { Members } from '../domain/roles.ts';
import { User } from '../domain/user.ts';
import { Users } from '../domain/users.ts';

export { RegisterUser };

/** The owner with the lowest id. */
const firstOwner = (members: Members): string =>
  Object.keys(members)
    .filter((userId) => members[userId] === 'owner')
    .sort()[0]!;

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly users: Users,
    private readonly organizations: Organizations,
  ) {}

  async execute({ email, organizationId }: RegisterUser): Promise<string> {
    return this.users.register(User.create(email, organizationId === undefined ? null : await this.quotaOf(organizationId)));
  }

  private async quotaOf(organizationId: string): Promise<string> {
    const id = await this.organizations.change(
      { id: organizationId },
      ({ snapshot: { creatorId, members } }) => creatorId ?? firstOwner(members),
    );
    return this.users.change({ id }, (user) => user.quotaOfInvited);
  }
}
