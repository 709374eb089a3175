import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { newSecret } from '../domain/secret.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';

/** Gives an endpoint a new secret. Requests are signed with the previous one as well for `overlapSeconds`. */
export class ResetWebhookSecret extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly overlapSeconds: number,
  ) {
    super();
  }
}

@CommandHandler(ResetWebhookSecret)
export class ResetWebhookSecretHandler implements ICommandHandler<ResetWebhookSecret> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly secrets: Secrets,
    private readonly clock: WallClock,
  ) {}

  execute({ access, id, overlapSeconds }: ResetWebhookSecret): Promise<void> {
    const secret = this.secrets.encrypt(newSecret());
    return this.endpoints.change({ id, organizations: access.visible }, (endpoint) => {
      access.assertCanManage(endpoint.organizationId);
      endpoint.resetSecret(secret, overlapSeconds, this.clock.now());
    });
  }
}
