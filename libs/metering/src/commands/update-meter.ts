import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindMeterUses } from '#catalog/contract';
import { type Access, Clock } from '#kernel';
import type { MeterChanges } from '../domain/meter.ts';
import { Backfills, Meters } from '../domain/meters.ts';
import { runFirstBackfillSteps } from './run-backfills.ts';

export class UpdateMeter extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: MeterChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateMeter)
export class UpdateMeterHandler implements ICommandHandler<UpdateMeter> {
  constructor(
    private readonly meters: Meters,
    private readonly backfills: Backfills,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateMeter): Promise<void> {
    const which = { id, organizations: access.visible };
    access.assertCanManage(await this.meters.organizationOf(which));
    const uses = await this.queries.execute(new FindMeterUses(id));
    await this.meters.change(which, (meter, known) => meter.update(changes, { ...uses, ...known }, this.clock.now()));
    await runFirstBackfillSteps(this.backfills, id);
  }
}
