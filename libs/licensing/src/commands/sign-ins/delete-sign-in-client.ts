import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { SignInClients } from '../../domain/sign-ins/sign-in-clients.ts';

/** Sign-ins in the application end, also those that were allowed. */
export class DeleteSignInClient extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteSignInClient)
export class DeleteSignInClientHandler implements ICommandHandler<DeleteSignInClient> {
  constructor(private readonly clients: SignInClients) {}

  execute({ access, id }: DeleteSignInClient): Promise<void> {
    return this.clients.remove({ id, organizations: access.visible }, ({ organizationId }) =>
      access.assertCanManage(organizationId),
    );
  }
}
