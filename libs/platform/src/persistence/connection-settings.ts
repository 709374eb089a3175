import type { PoolClient } from 'pg';
import { expectAnswersWithin } from '#platform/connections';
import { type RequestContext, STATEMENT_MS } from '#platform/tenancy';

/**
 * Forces generic plans that use indexes. Planning the prepared statements for each batch would cost more than running them, and a
 * plan made while a table was empty must not remain a sequential scan. Where there is no index, such a plan counts as very expensive
 * before PostgreSQL 18, so PostgreSQL would compile it, which takes tenths of a second.
 */
const FOR_KEYS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

const assignments = (scope: 'session' | 'local'): string =>
  Object.entries(FOR_KEYS)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ');

const FIND_BY_KEYS = assignments('session');
const FIND_BY_ANYTHING = Object.keys(FOR_KEYS)
  .map((name) => `reset ${name}`)
  .join('; ');

export const BEGIN = 'begin';
export const BEGIN_BY_KEYS = `begin; ${assignments('local')}`;

/**
 * What requests, look-ups and group commits, and subscribers do: their statements find rows by keys. The conditions of a list, and those
 * of a job, may be met by few or by many rows, so that it may pay to plan them for their values.
 */
const findsByKeys = (context: RequestContext | undefined): boolean =>
  context !== undefined && !context.readsMany && (!context.isBackground || context.eventId !== undefined);

const byKeys = new WeakSet<PoolClient>();

/** Whether the plans of the session are for rows that are found by keys. */
export const plansByKeys = (client: PoolClient): boolean => byKeys.has(client);

/**
 * The settings of the sessions of a pool, which depend on the work that uses the connection. They are set only if the work that used it
 * before had others, in the same packet as the first statement.
 *
 * Shared statements may also have a longer timeout, but not the longest: a timeout that changed with every look-up of credentials
 * would be one more statement for each. The client gives up a little later than PostgreSQL: then the connection is dead.
 */
export class ConnectionSettings {
  private readonly timeouts = new WeakMap<PoolClient, number>();

  constructor(private readonly defaultStatementMs: number) {}

  /** If a statement fails here, the connection is lost, and the statement that follows fails as well. */
  apply(client: PoolClient, context: RequestContext | undefined): void {
    const settings = [...this.timeout(client, context), ...this.plans(client, context)];
    if (settings.length > 0) client.query(settings.join('; ')).catch(() => undefined);
  }

  private timeout(client: PoolClient, context: RequestContext | undefined): string[] {
    const wanted = context?.statementMs ?? this.defaultStatementMs;
    const current = this.timeouts.get(client) ?? this.defaultStatementMs;
    const isLonger = context?.tenant === null && current > wanted && current < STATEMENT_MS.long;
    if (current === wanted || isLonger) return [];
    this.timeouts.set(client, wanted);
    expectAnswersWithin(client, wanted);
    return [`set statement_timeout = ${wanted}`];
  }

  private plans(client: PoolClient, context: RequestContext | undefined): string[] {
    const wanted = findsByKeys(context);
    if (wanted === byKeys.has(client)) return [];
    if (wanted) byKeys.add(client);
    else byKeys.delete(client);
    return [wanted ? FIND_BY_KEYS : FIND_BY_ANYTHING];
  }
}
