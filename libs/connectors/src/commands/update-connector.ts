import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import type { ConnectorChanges } from '../domain/connector.ts';
import { Connectors } from '../domain/connectors.ts';

/** `undefined` leaves a value unchanged. */
export class UpdateConnector extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: ConnectorChanges & { readonly secret?: string; readonly overlapSeconds: number },
  ) {
    super();
  }
}

@CommandHandler(UpdateConnector)
export class UpdateConnectorHandler implements ICommandHandler<UpdateConnector> {
  constructor(
    private readonly connectors: Connectors,
    private readonly secrets: Secrets,
    private readonly clock: WallClock,
  ) {}

  execute({ access, id, changes: { secret, overlapSeconds, ...changes } }: UpdateConnector): Promise<void> {
    const encrypted = secret === undefined ? undefined : this.secrets.encrypt(secret);
    return this.connectors.change({ id, organizations: access.visible }, (connector) => {
      access.assertCanManage(connector.organizationId);
      connector.update(changes, this.clock.now());
      if (encrypted) connector.changeSecret({ secret: encrypted, overlapSeconds }, this.clock.now());
    });
  }
}
