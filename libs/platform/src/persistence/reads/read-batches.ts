import pg, { DatabaseError, type Pool, type PoolClient } from 'pg';
import { currentWork, Work } from '#platform/tenancy';
import { inOnePacket } from '../one-packet.ts';
import { isOutdated, PreparedRead, type Value } from './prepared-read.ts';
import { PreparedStatements } from './prepared-statements.ts';

/** The text of a value, as `pg` writes it. Its types do not mention it. */
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): Value } }).utils;

/** A read and its caller. */
interface Waiting {
  readonly text: string;
  readonly values: readonly Value[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/** Reads outside of requests and events, such as those of a program that starts. */
const NO_WORK = {};
type Caller = Work | typeof NO_WORK;

/** What each caller waits for, of callers with the same tenant and the same longest time of a statement. */
type Line = Map<Caller, Waiting[]>;

const lineOf = (caller: Caller): string => (caller instanceof Work ? `${caller.statementMs} ${caller.tenant}` : '');

/** The last read of a packet waits for the first. */
const FULL_PACKET = 8;

/**
 * Collects the reads that one request, or one event, starts before it waits for any of them. They are sent in one packet on one
 * connection, and each succeeds or fails alone. Reads that are started while the others wait for their connection join them, and so do
 * other requests of the tenant that wait for one: under load, packets become larger, and each read cheaper.
 */
export class ReadBatches {
  private readonly lines = new Map<string, Line>();
  private readonly statements = new WeakMap<PoolClient, PreparedStatements>();
  private pool?: Pool;

  constructor(private readonly poolOf: () => Promise<Pool>) {}

  read(text: string, values: readonly unknown[]): Promise<object[]> {
    const caller = currentWork() ?? NO_WORK;
    const name = lineOf(caller);
    const line = this.lines.get(name) ?? new Map<Caller, Waiting[]>();
    this.lines.set(name, line);
    return new Promise((resolve, reject) => {
      const read = { text, values: values.map((value) => prepareValue(value)), resolve, reject };
      const others = line.get(caller);
      if (others) return void others.push(read);
      line.set(caller, [read]);
      // Runs when all promise callbacks that are queued now have run: until then, the caller may start further reads.
      process.nextTick(() => void this.send(name, caller));
    });
  }

  private async send(name: string, caller: Caller): Promise<void> {
    try {
      this.pool ??= await this.poolOf();
      const client = await this.pool.connect();
      const reads = this.take(name, caller);
      if (reads.length > 0) this.sendOn(client, this.fill(name, reads));
      else client.release();
    } catch (error) {
      for (const { reject } of this.take(name, caller)) reject(error);
    }
  }

  /** Empty if the reads of the caller were sent together with those of another one. */
  private take(name: string, caller: Caller): readonly Waiting[] {
    const line = this.lines.get(name);
    const reads = line?.get(caller) ?? [];
    line?.delete(caller);
    if (line?.size === 0) this.lines.delete(name);
    return reads;
  }

  /** Adds what other callers of the line wait for, those first that have waited longest. */
  private fill(name: string, reads: readonly Waiting[]): readonly Waiting[] {
    const packet = [...reads];
    for (const other of this.lines.get(name)?.keys() ?? []) {
      if (packet.length >= FULL_PACKET) break;
      packet.push(...this.take(name, other));
    }
    return packet;
  }

  private sendOn(client: PoolClient, reads: readonly Waiting[]): void {
    const statements = this.statementsOf(client);
    let open = reads.length;
    let isLost = false;
    const settle = (read: Waiting, error: Error | null, rows: object[]): void => {
      isLost ||= error !== null && !(error instanceof DatabaseError);
      open--;
      if (open === 0) client.release(isLost);
      if (error) read.reject(error);
      else read.resolve(rows);
    };
    inOnePacket(client, () => {
      for (const read of reads) {
        client.query(
          new PreparedRead(statements, read.text, read.values, (error, rows) => {
            if (!error || !isOutdated(error)) return settle(read, error, rows);
            client.query(new PreparedRead(statements, read.text, read.values, (...outcome) => settle(read, ...outcome)));
          }),
        );
      }
    });
  }

  private statementsOf(client: PoolClient): PreparedStatements {
    const known = this.statements.get(client);
    if (known) return known;
    const statements = new PreparedStatements((oid) => client.getTypeParser(oid, 'text'));
    this.statements.set(client, statements);
    return statements;
  }
}
