import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { ExportLeases } from '../domain/export-leases.ts';
import { leaseUntil } from './export-lease-time.ts';

/** Reports that the export of a session is still being made. Expected more often than every minute. */
export class ExtendExport extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly leaseId: string,
  ) {
    super();
  }
}

@CommandHandler(ExtendExport)
export class ExtendExportHandler implements ICommandHandler<ExtendExport> {
  constructor(
    private readonly leases: ExportLeases,
    private readonly clock: WallClock,
  ) {}

  execute({ sessionId, leaseId }: ExtendExport): Promise<void> {
    return this.leases.extend({ id: leaseId, sessionId, expiresAt: leaseUntil(this.clock.now()) });
  }
}
