import { BatchLoader } from '#engine/persistence';

/** A test clock that was moved, and the number of its last move among those of all clocks. */
export interface MovedClock {
  readonly organizationId: string;
  readonly aheadMs: number;
  readonly revision: number;
}

type ReadMovedSince = (revision: number) => Promise<readonly MovedClock[]>;

const EVERYTHING = 'moved';

/**
 * How much the test clocks of organizations are ahead of the current time. They are read before what is done for a sandbox; until then, and for
 * all others, no organization is ahead. Clocks only move forward and moves are numbered in the order of their commits, so a process
 * keeps what it knows and asks for later moves.
 */
export class OrganizationClocks {
  private readonly ahead = new Map<string, number>();
  private readonly reads = new BatchLoader(() => this.read(), 'turn');
  private revision = 0;
  private readMovedSince: ReadMovedSince | undefined;

  /** Whether the service is a sandbox as a whole, so that every organization has a clock. */
  constructor(readonly isSandbox: boolean) {}

  /** The context that stores test clocks registers here, so that the platform depends on no context. */
  register(readMovedSince: ReadMovedSince): void {
    this.readMovedSince = readMovedSince;
  }

  /** Afterwards, `aheadMs` has every move that was committed before the call. Concurrent calls share a statement. */
  async refresh(): Promise<void> {
    if (this.readMovedSince) await this.reads.read(EVERYTHING);
  }

  aheadMs(organizationId: string): number {
    return this.ahead.get(organizationId) ?? 0;
  }

  /** A time of the database, in milliseconds, by the clock of an organization. */
  timeOf(organizationId: string, databaseMs: number): Date {
    return new Date(Math.round(databaseMs) + this.aheadMs(organizationId));
  }

  /** Whether any clock was moved, as far as known. */
  get areMoved(): boolean {
    return this.ahead.size > 0;
  }

  /** The organizations whose clocks were moved, as far as known. */
  get moved(): readonly string[] {
    return [...this.ahead.keys()];
  }

  /** The milliseconds by which the clock is ahead that is farthest ahead. */
  get mostAheadMs(): number {
    return Math.max(0, ...this.ahead.values());
  }

  private async read(): Promise<ReadonlyMap<string, true>> {
    for (const { organizationId, aheadMs, revision } of await this.readMovedSince!(this.revision)) {
      this.ahead.set(organizationId, aheadMs);
      this.revision = Math.max(this.revision, revision);
    }
    return new Map([[EVERYTHING, true]]);
  }
}
