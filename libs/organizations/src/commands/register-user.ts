import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { User } from '../domain/user.ts';
import { Users } from '../domain/users.ts';

/** Returns the id of the user with this email address, and creates the user if there is none. */
export class RegisterUser extends Command<string> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(private readonly users: Users) {}

  execute({ email }: RegisterUser): Promise<string> {
    return this.users.register(User.create(email));
  }
}
