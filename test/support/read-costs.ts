import pg from 'pg';

/** What the statements of a request read: the rows that scans return or reject, and the buffers of tables and indexes. */
export interface ReadCost {
  readonly rows: number;
  readonly buffers: number;
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Plan[];
}

interface Executed {
  readonly 'Query Text': string;
  readonly Plan: Plan;
}

/** Settings of a database in which PostgreSQL sends each plan with what its execution read (`auto_explain`) to whom it answers. */
const EXPLAINED = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** Has PostgreSQL explain everything that connections which begin from now on execute. */
export async function explainAll(databaseUrl: string): Promise<void> {
  const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    for (const [setting, value] of Object.entries(EXPLAINED))
      await client.query(`alter database ${name} set ${setting} = '${value}'`);
  } finally {
    await client.end();
  }
}

/** A statement and what it read. */
export interface Read extends ReadCost {
  readonly text: string;
}

/** Notes what the requests of this process read, one after the other, in a database that explains everything. */
export class NotedReads {
  private noted: Read[] = [];
  private readonly connect = pg.Client.prototype.connect;

  constructor() {
    const { connect } = this;
    const note = (message = ''): void => {
      const json = /^duration: [\d.]+ ms {2}plan:\n(\{[^]*\})$/.exec(message)?.[1];
      if (json) this.noted.push(readOf(JSON.parse(json) as Executed));
    };
    pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
      this.on('notice', ({ message }) => note(message));
      return Reflect.apply(connect, this, args);
    } as typeof connect;
  }

  /** Clients that connect from now on are not watched. */
  end(): void {
    pg.Client.prototype.connect = this.connect;
  }

  async of(request: () => Promise<unknown>): Promise<readonly Read[]> {
    this.noted = [];
    await request();
    return this.noted;
  }
}

/** Buffers of a node include those of the nodes below it. */
const readOf = ({ 'Query Text': text, Plan: plan }: Executed): Read => ({
  text,
  rows: Math.round(rowsOf(plan)),
  buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
});

/** The rows of tables; what a function returns is no row. */
function rowsOf(plan: Plan): number {
  const read = (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === undefined ? 0 : read * (plan['Actual Loops'] ?? 1);
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
