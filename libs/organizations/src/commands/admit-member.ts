import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AdmitMember } from '../contract/index.ts';
import { Organizations } from '../domain/organizations.ts';
import { User } from '../domain/user.ts';
import { Users } from '../domain/users.ts';

@CommandHandler(AdmitMember)
export class AdmitMemberHandler implements ICommandHandler<AdmitMember> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
  ) {}

  async execute({ organizationId, email, role }: AdmitMember): Promise<string> {
    const userId = await this.users.register(User.create(email));
    await this.organizations.change({ id: organizationId }, (each) => each.admit(userId, role));
    return userId;
  }
}
