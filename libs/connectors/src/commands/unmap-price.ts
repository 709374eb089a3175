import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Connectors } from '../domain/connectors.ts';

export class UnmapPrice extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly externalId: string,
  ) {
    super();
  }
}

@CommandHandler(UnmapPrice)
export class UnmapPriceHandler implements ICommandHandler<UnmapPrice> {
  constructor(
    private readonly connectors: Connectors,
    private readonly clock: WallClock,
  ) {}

  execute({ access, id, externalId }: UnmapPrice): Promise<void> {
    return this.connectors.unmapPrice({ id, organizations: access.visible }, externalId, (connector) => {
      access.assertCanManage(connector.organizationId);
      connector.changePrices(this.clock.now());
    });
  }
}
