import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { AuditChain, type ChainFault, type ChainHead, faultOf, isErased, type LinkedEntry } from '../domain/audit-chain.ts';

const DAY_MS = 86_400_000;
const PAGE = 1_000;
/** How many faults of an organization are told. There may be as many as entries. */
const MAX_FAULTS = 100;

export interface AuditLogFault {
  readonly entryId: string;
  readonly fault: ChainFault | 'no_link';
}

/** What the chain of an organization says of its entries. */
export interface AuditLogReport {
  readonly organizationId: string;
  /** Entries that were checked. */
  readonly entries: number;
  /** How many of them have no values: they were erased with a customer, or were never kept. */
  readonly withoutValues: number;
  readonly faults: readonly AuditLogFault[];
  /** Whether links are missing at the end. */
  readonly isCutOff: boolean;
  readonly head: ChainHead;
  /** Whether the chain still has what was published of it before; null if nothing was given, or it is older than what is kept. */
  readonly hasAnchor: boolean | null;
}

/**
 * Checks the entries of the last so many days that have been linked, of all organizations or of one. `anchors` are ends of chains that were
 * published before.
 */
export class VerifyAuditLog extends Command<AuditLogReport[]> {
  constructor(
    readonly days: number,
    readonly organizationId: string | undefined,
    readonly anchors: readonly ChainHead[],
  ) {
    super();
  }
}

/** What is checked: the whole chain, or what is kept of it. */
interface Window {
  readonly from: Date;
  readonly until: Date;
  readonly isWhole: boolean;
}

@CommandHandler(VerifyAuditLog)
export class VerifyAuditLogHandler implements ICommandHandler<VerifyAuditLog> {
  constructor(
    private readonly chain: AuditChain,
    private readonly clock: WallClock,
  ) {}

  async execute({ days, organizationId, anchors }: VerifyAuditLog): Promise<AuditLogReport[]> {
    const { since, until } = await this.chain.extent();
    const kept = new Date(this.clock.now().getTime() - days * DAY_MS);
    const window = since > kept ? { from: since, until, isWhole: true } : { from: kept, until, isWhole: false };
    const reports: AuditLogReport[] = [];
    for (const head of await this.chain.heads(organizationId)) {
      const anchor = anchors.find((each) => each.organizationId === head.organizationId);
      reports.push(await this.verify(head, window, anchor));
    }
    return reports;
  }

  private async verify(
    head: ChainHead,
    { from, until, isWhole }: Window,
    anchor: ChainHead | undefined,
  ): Promise<AuditLogReport> {
    const { organizationId } = head;
    const beforeFirst = isWhole ? null : undefined;
    const [faults, counts] = [[] as AuditLogFault[], { entries: 0, withoutValues: 0 }];
    let hasAnchor: boolean | null = null;
    let last: LinkedEntry | undefined;
    for (let page = await this.chain.links(organizationId, from, last, PAGE); page.length > 0;) {
      for (const linked of page) {
        const { link, entry } = linked;
        const isOther = link.position === head.position && link.digest !== head.digest;
        const fault = isOther ? 'unlinked' : faultOf(entry, link, last ? last.link : beforeFirst);
        if (fault) faults.push({ entryId: linked.id, fault });
        counts.entries += 1;
        if (entry && isErased(entry)) counts.withoutValues += 1;
        if (anchor?.position === link.position) hasAnchor = anchor.digest === link.digest;
        last = linked;
      }
      page = page.length < PAGE ? [] : await this.chain.links(organizationId, from, last, PAGE);
    }
    const unlinked = await this.chain.unlinked(organizationId, from, until, MAX_FAULTS);
    faults.push(...unlinked.map(({ id }) => ({ entryId: id, fault: 'no_link' as const })));
    if (anchor && anchor.position > head.position) hasAnchor = false;
    const isCutOff = new Date(head.createdAt) >= from && (last?.link.position ?? 0) < head.position;
    return { organizationId, ...counts, faults: faults.slice(0, MAX_FAULTS), isCutOff, head, hasAnchor };
  }
}
