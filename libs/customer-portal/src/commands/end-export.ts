import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExportLeases } from '../domain/export-leases.ts';

/** Reports that the export of a session is complete or was abandoned. */
export class EndExport extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly leaseId: string,
  ) {
    super();
  }
}

@CommandHandler(EndExport)
export class EndExportHandler implements ICommandHandler<EndExport> {
  constructor(private readonly leases: ExportLeases) {}

  execute({ sessionId, leaseId }: EndExport): Promise<void> {
    return this.leases.release({ id: leaseId, sessionId });
  }
}
