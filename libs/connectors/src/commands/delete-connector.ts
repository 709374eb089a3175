import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Connectors } from '../domain/connectors.ts';

/** Deletes a connector. Its purchases stay; those that the provider renews are not renewed any more. */
export class DeleteConnector extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteConnector)
export class DeleteConnectorHandler implements ICommandHandler<DeleteConnector> {
  constructor(
    private readonly connectors: Connectors,
    private readonly clock: WallClock,
  ) {}

  execute({ access, id }: DeleteConnector): Promise<void> {
    return this.connectors.change({ id, organizations: access.visible }, (connector) => {
      access.assertCanManage(connector.organizationId);
      connector.delete(this.clock.now());
    });
  }
}
