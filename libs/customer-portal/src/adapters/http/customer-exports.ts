import { Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { PortalPrincipal } from '#platform/auth';
import { TooManyRequests } from '#kernel';
import { noteReadsMany } from '#platform/http';
import { BeginExport, EndExport, ExtendExport } from '../../commands/export-leases.ts';
import { type CustomerExport, ExportCustomer } from '../../queries/export-customer.ts';

/** A third of the duration of a lease. */
const EXTEND_EVERY_MS = 20_000;

/** Exports for responses: one at a time for each session, from the first statement until the response is sent or abandoned. */
@Injectable()
export class CustomerExports {
  private readonly log = new Logger('Http');

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async begin({ sessionId, access }: PortalPrincipal): Promise<CustomerExport & AsyncDisposable> {
    const begun = await this.commands.execute(new BeginExport(sessionId));
    if ('busySeconds' in begun) throw new TooManyRequests(begun.busySeconds);
    const end = this.keep(sessionId, begun.leaseId);
    noteReadsMany();
    try {
      return { ...(await this.queries.execute(new ExportCustomer(access))), [Symbol.asyncDispose]: end };
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Extends the lease until the returned function is called. If the database fails meanwhile, the lease expires by itself. */
  private keep(sessionId: string, leaseId: string): () => Promise<void> {
    const attempt = (command: ExtendExport | EndExport): Promise<void> =>
      this.commands
        .execute(command)
        .catch((error: Error) => this.log.error('The lease of an export could not be changed', error.stack));
    const timer = setInterval(() => void attempt(new ExtendExport(sessionId, leaseId)), EXTEND_EVERY_MS).unref();
    return async () => {
      clearInterval(timer);
      await attempt(new EndExport(sessionId, leaseId));
    };
  }
}
