import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeyBatches } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Forgets reservations of usage that have expired, until done or aborted by `stop`. They have had no effect since. */
export class DropExpiredReservations extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(DropExpiredReservations)
export class DropExpiredReservationsHandler implements ICommandHandler<DropExpiredReservations> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
  ) {}

  async execute({ stop }: DropExpiredReservations): Promise<void> {
    while (!stop.aborted) {
      const expired = await this.batches.someExpiredReservations();
      if (expired.length === 0) return;
      await Promise.all(
        expired.map(({ organizationId, id }) =>
          this.licenseKeys.change({ id, within: [organizationId], to: 'reserve' }, (key) => key.dropExpiredReservations()),
        ),
      );
    }
  }
}
