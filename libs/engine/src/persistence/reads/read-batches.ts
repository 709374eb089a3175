import pg, { type Pool, type PoolClient } from 'pg';
import { currentContext, lockMsOf, STATEMENT_MS, RequestContext } from '#engine/tenancy';
import { ofOneOrganization } from '../one-organization.ts';
import { inOnePacket } from '../pipelined-transaction.ts';
import { isTransactionPooled, PooledClient } from '../pooled-client.ts';
import { type Group, PreparedReads, type Read, type Value } from './prepared-reads.ts';
import { PreparedStatements } from './prepared-statements.ts';

/** The text of a value, as `pg` writes it. Its types do not mention it. */
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): Value } }).utils;

/** Reads outside of requests and events, such as those of a program that starts. */
const NO_CONTEXT = {};
type Caller = RequestContext | typeof NO_CONTEXT;

/**
 * What each caller waits for, of callers with the same tenant, operation and longest time of a statement. Another operation of the tenant may
 * need a table that is locked.
 */
type ReadQueue = Map<Caller, Read[]>;

const queueNameOf = (caller: Caller): string =>
  caller instanceof RequestContext ? `${caller.statementMs} ${caller.tenant} ${caller.operation}` : '';

/**
 * The longest time of the statements that follow up to the `Sync`, which are one transaction, and of their waits for locks. For connections
 * that keep no settings.
 */
const limitTo = (statementMs: number): Read => ({
  text: `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`,
  values: [String(statementMs), String(lockMsOf(statementMs))],
  resolve: () => undefined,
  reject: () => undefined,
});

/** The last read of a packet waits for the first. */
const FULL_PACKET = 8;

/**
 * Collects the reads that one request, or one event, starts before it waits for any of them. They are sent in one packet on one
 * connection, and their results arrive in one, but each succeeds or fails alone. Reads that are started while the others wait for their connection join them, and so do
 * other requests of the tenant for the same operation that wait for one: under load, packets become larger, and each read cheaper.
 */
export class ReadBatches {
  private readonly queues = new Map<string, ReadQueue>();
  private readonly statements = new WeakMap<PoolClient, PreparedStatements>();
  private pool?: Pool;

  constructor(private readonly poolOf: () => Promise<Pool>) {}

  read(text: string, values: readonly unknown[]): Promise<object[]> {
    const caller = currentContext() ?? NO_CONTEXT;
    const name = queueNameOf(caller);
    const queue = this.queues.get(name) ?? new Map<Caller, Read[]>();
    this.queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const read = { text, values: values.map((value) => prepareValue(value)), resolve, reject };
      const others = queue.get(caller);
      if (others) return void others.push(read);
      queue.set(caller, [read]);
      // Runs when all promise callbacks have run that are queued now, also where no promise callback asks: until then, the caller may start
      // further reads.
      queueMicrotask(() => process.nextTick(() => void this.send(name, caller)));
    });
  }

  private async send(name: string, caller: Caller): Promise<void> {
    try {
      this.pool ??= await this.poolOf();
      const client = await this.pool.connect();
      const reads = this.take(name, caller);
      if (reads.length > 0) this.sendOn(client, this.fill(name, reads), this.limitsOf(caller));
      else client.release();
    } catch (error) {
      for (const { reject } of this.take(name, caller)) reject(error);
    }
  }

  /** Empty if the reads of the caller were sent together with those of another one. */
  private take(name: string, caller: Caller): readonly Read[] {
    const queue = this.queues.get(name);
    const reads = queue?.get(caller) ?? [];
    queue?.delete(caller);
    if (queue?.size === 0) this.queues.delete(name);
    return reads;
  }

  /** Adds what other callers of the queue wait for, those first that have waited longest. */
  private fill(name: string, reads: readonly Read[]): readonly (readonly Read[])[] {
    const packet = [reads];
    let count = reads.length;
    for (const other of this.queues.get(name)?.keys() ?? []) {
      if (count >= FULL_PACKET) break;
      const theirs = this.take(name, other);
      packet.push(theirs);
      count += theirs.length;
    }
    return packet;
  }

  /** What every group of reads begins with. */
  private limitsOf(caller: Caller): readonly Read[] {
    if (!isTransactionPooled(this.pool!)) return [];
    return [limitTo(caller instanceof RequestContext ? caller.statementMs : STATEMENT_MS.long)];
  }

  private sendOn(client: PoolClient, packet: readonly (readonly Read[])[], limits: readonly Read[]): void {
    const statements = this.statementsOf(client);
    let open = packet.length;
    let isLost = false;
    const send = (group: Group): void => {
      const sent = new PreparedReads(statements, { ...group, reads: [...limits, ...group.reads] }, (error, rest) => {
        if (rest && rest.reads.length > 0) return send(rest);
        isLost ||= error !== null;
        open--;
        if (open === 0) client.release(isLost);
      });
      client.query(sent);
    };
    inOnePacket(client, () => {
      const sent = PooledClient.of(client).isOnCoordinator ? packet.map((reads) => reads.map(ofOneOrganization)) : packet;
      for (const reads of sent) send({ reads, isRepeated: false });
    });
  }

  private statementsOf(client: PoolClient): PreparedStatements {
    const known = this.statements.get(client);
    if (known) return known;
    const areKept = !isTransactionPooled(this.pool!);
    const statements = new PreparedStatements((oid) => client.getTypeParser(oid, 'text'), areKept);
    this.statements.set(client, statements);
    return statements;
  }
}
