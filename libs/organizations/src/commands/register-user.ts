import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RegisterUser } from '../contract/index.ts';
import { User } from '../domain/user.ts';
import { Users } from '../domain/users.ts';

export { RegisterUser };

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(private readonly users: Users) {}

  execute({ email }: RegisterUser): Promise<string> {
    return this.users.register(User.create(email));
  }
}
