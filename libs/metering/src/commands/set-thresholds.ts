import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Meters } from '../domain/meters.ts';

/** Replaces the thresholds of a meter. */
export class SetThresholds extends Command<void> {
  constructor(
    readonly access: Access,
    readonly meterId: string,
    readonly thresholds: readonly number[],
  ) {
    super();
  }
}

@CommandHandler(SetThresholds)
export class SetThresholdsHandler implements ICommandHandler<SetThresholds> {
  constructor(
    private readonly meters: Meters,
    private readonly clock: Clock,
  ) {}

  execute({ access, meterId, thresholds }: SetThresholds): Promise<void> {
    return this.meters.change({ id: meterId, organizations: access.visible }, (meter) => {
      access.assertCanManage(meter.organizationId);
      meter.setThresholds(thresholds, this.clock.now());
    });
  }
}
