import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { Clock } from '#kernel';
import { type AlertDelivery, FindAlertedOrganizations, SendAlert } from '#organizations/contract';
import { type RefusalRise, RisingRefusals } from '../../domain/keys/rising-refusals.ts';
import { risingRefusalsEmail } from '../../domain/keys/rising-refusals-email.ts';

/**
 * Publishes that license keys are refused more often than usual, once a day for each organization that wants to be alerted. One that fails does
 * not keep others from being told.
 */
export class TellOfRisingRefusals extends Command<void> {
  constructor(
    readonly stop: AbortSignal,
    /** The organization that is told; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

/** Alerts an organization of what was published. */
export class AlertOfRisingRefusals extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly rise: RefusalRise,
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(TellOfRisingRefusals)
export class TellOfRisingRefusalsHandler implements ICommandHandler<TellOfRisingRefusals> {
  constructor(
    private readonly refusals: RisingRefusals,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: TellOfRisingRefusals): Promise<void> {
    const all = await this.queries.execute(new FindAlertedOrganizations('rising_refusals', of));
    const failures: unknown[] = [];
    for (const organizationId of await this.refusals.due(all, this.clock.now(of))) {
      if (stop.aborted) break;
      const at = this.clock.now(organizationId);
      await this.refusals.tell(organizationId, at).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}

@CommandHandler(AlertOfRisingRefusals)
export class AlertOfRisingRefusalsHandler implements ICommandHandler<AlertOfRisingRefusals> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, rise: { benefitId, ...rise }, delivery }: AlertOfRisingRefusals): Promise<void> {
    const benefits = await this.queries.execute(new FindBenefits([benefitId]));
    const data = { ...rise, benefit: benefits.get(benefitId)?.description ?? null };
    const notice = { template: risingRefusalsEmail, data, page: 'charts?group=refusals' };
    await this.commands.execute(new SendAlert({ organizationId, kind: 'rising_refusals', ...delivery }, notice));
  }
}
