import type { PoolClient } from 'pg';

/** A prepared statement of PostgreSQL keeps its plan, which takes a hundred kilobytes or more. */
const MAX_STATEMENTS = 8;
/** Longer ones have plans of several megabytes. */
const MAX_LENGTH = 32 * 1024;

/** What the driver knows of the statements of a connection, by name. */
interface DriverConnection {
  readonly parsedStatements: { [name: string]: string };
}

/**
 * Prepares statements of which there may be any number, because their text depends on data. A connection keeps those that it
 * used last. Statements with a fixed text have a fixed name instead.
 */
export class StatementCache {
  private static readonly ofClients = new WeakMap<PoolClient, StatementCache>();
  /** Names by text, the least recently used first. */
  private readonly names = new Map<string, string>();
  private count = 0;

  private constructor(private readonly connection: DriverConnection) {}

  static of(client: PoolClient): StatementCache {
    const known = this.ofClients.get(client);
    if (known) return known;
    const { connection } = client as unknown as { readonly connection: DriverConnection };
    const made = new StatementCache(connection);
    this.ofClients.set(client, made);
    return made;
  }

  /** The name for a statement, and the statement that makes room for it, to be sent before. Too long a text gets no name. */
  nameFor(text: string): { readonly name?: string; readonly before?: string } {
    if (text.length > MAX_LENGTH) return {};
    const known = this.names.get(text);
    const name = known ?? `varying-${++this.count}`;
    this.names.delete(text);
    this.names.set(text, name);
    return this.names.size > MAX_STATEMENTS ? { name, ...this.giveUpOldest() } : { name };
  }

  private giveUpOldest(): { readonly before?: string } {
    const [text, name] = this.names.entries().next().value!;
    this.names.delete(text);
    // A statement that failed when it was prepared does not exist.
    if (this.connection.parsedStatements[name] === undefined) return {};
    delete this.connection.parsedStatements[name];
    return { before: `deallocate "${name}"` };
  }
}
