import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Meter, type NewMeter } from '../domain/meter.ts';
import { Backfills, Meters } from '../domain/meters.ts';
import { runFirstBackfillSteps } from './run-backfills.ts';

/** Creates a meter and returns its id. */
export class CreateMeter extends Command<string> {
  constructor(readonly attributes: NewMeter) {
    super();
  }
}

@CommandHandler(CreateMeter)
export class CreateMeterHandler implements ICommandHandler<CreateMeter> {
  constructor(
    private readonly meters: Meters,
    private readonly backfills: Backfills,
    private readonly clock: Clock,
  ) {}

  async execute({ attributes }: CreateMeter): Promise<string> {
    const meter = Meter.create(attributes, this.clock.now());
    await this.meters.add(meter);
    await runFirstBackfillSteps(this.backfills, meter.id);
    return meter.id;
  }
}
