import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type AlertDelivery, FindAlertedOrganizations, SendAlert } from '#organizations/contract';
import { ExpiringKeys } from '../../domain/keys/expiring-keys.ts';
import { expiringKeysEmail } from '../../domain/keys/expiring-keys-email.ts';

/**
 * Publishes how many license keys expire soon, once a day for each organization that wants to be alerted. One that fails does not keep others
 * from being told.
 */
export class TellOfExpiringKeys extends Command<void> {
  constructor(
    readonly stop: AbortSignal,
    /** The organization that is told; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

/** Alerts an organization of what was published. */
export class AlertOfExpiringKeys extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly counted: { readonly count: number; readonly isMore: boolean },
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(TellOfExpiringKeys)
export class TellOfExpiringKeysHandler implements ICommandHandler<TellOfExpiringKeys> {
  constructor(
    private readonly keys: ExpiringKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: TellOfExpiringKeys): Promise<void> {
    const all = await this.queries.execute(new FindAlertedOrganizations('expiring_license_keys', of));
    const failures: unknown[] = [];
    for (const organizationId of await this.keys.due(all, this.clock.now(of))) {
      if (stop.aborted) break;
      await this.keys.tell(organizationId, this.clock.now(organizationId)).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}

@CommandHandler(AlertOfExpiringKeys)
export class AlertOfExpiringKeysHandler implements ICommandHandler<AlertOfExpiringKeys> {
  constructor(private readonly commands: CommandBus) {}

  execute({ organizationId, counted, delivery }: AlertOfExpiringKeys): Promise<void> {
    const notice = { template: expiringKeysEmail, data: counted, page: 'keys?expiry=week&status=granted' };
    return this.commands.execute(new SendAlert({ organizationId, kind: 'expiring_license_keys', ...delivery }, notice));
  }
}
