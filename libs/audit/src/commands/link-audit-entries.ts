import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditChain } from '../domain/audit-chain.ts';

/** The number of entries that one step links. */
const STEP_SIZE = 1_000;

/** Links the entries that were written since the last run, in steps. Stops early when aborted; the next run continues. */
export class LinkAuditEntries extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(LinkAuditEntries)
export class LinkAuditEntriesHandler implements ICommandHandler<LinkAuditEntries> {
  constructor(private readonly chain: AuditChain) {}

  async execute({ stop }: LinkAuditEntries): Promise<void> {
    while (!stop.aborted && (await this.chain.linkNext(STEP_SIZE)));
  }
}
