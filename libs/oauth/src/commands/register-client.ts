import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BadRequest } from '#kernel';
import { type ClientMetadata, problemOf } from '../domain/client-metadata.ts';
import { OAuthClients } from '../domain/oauth-clients.ts';

/** Registers an application with an id and a secret that are chosen, or replaces what is known of it. */
export class RegisterClient extends Command<void> {
  constructor(
    readonly id: string,
    readonly secret: string | null,
    readonly metadata: ClientMetadata,
  ) {
    super();
  }
}

@CommandHandler(RegisterClient)
export class RegisterClientHandler implements ICommandHandler<RegisterClient> {
  constructor(private readonly clients: OAuthClients) {}

  async execute({ id, secret, metadata }: RegisterClient): Promise<void> {
    const problem = problemOf(metadata);
    if (problem) throw new BadRequest(problem);
    const method = secret === null ? 'none' : 'client_secret_basic';
    await this.clients.save({ id, secret, metadata: { client_id: id, token_endpoint_auth_method: method, ...metadata } });
  }
}
