import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { EventHandover } from '../../domain/event-handover.ts';
import type { EventRange } from '../../domain/event-sink.ts';
import type { CommittedWrites } from '#engine/persistence';
import { committedEvents } from './committed-events.ts';
import { indexEventsByPosition } from './event-positions.ts';
import { endOfRange, eventsOfRange } from './sql/event-ranges.ts';
import { Transaction } from './transaction.ts';

interface Progress {
  readonly after: string;
  readonly to: string | null;
}

/** Longer than a sink is waited for. A range that two processes have nevertheless is the same for both. */
const CLAIM = sql.raw(`interval '1 minute'`);

@Injectable()
export class SqlEventHandover extends EventHandover {
  private readonly committed: CommittedWrites;

  constructor(private readonly em: EntityManager) {
    super();
    this.committed = committedEvents(em);
  }

  prepare(): Promise<boolean> {
    return indexEventsByPosition(this.em);
  }

  claim(sink: string): Promise<EventRange | null> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.rows(sql`insert into metering.event_sinks (name) values (${sink}) on conflict do nothing`);
      const [progress] = await transaction.rows<Progress>(sql`
        select after_seq::text as after, to_seq::text as to from metering.event_sinks
        where name = ${sink} and coalesce(claimed_until, '-infinity') <= clock_timestamp() for update skip locked`);
      if (!progress) return null;
      const { after } = progress;
      const to = progress.to ?? (await this.next(transaction, after));
      if (to === null) {
        await transaction.rows(sql`update metering.event_sinks set progressed_at = clock_timestamp() where name = ${sink}`);
        return null;
      }
      await transaction.rows(sql`
        update metering.event_sinks set to_seq = ${to}::bigint, claimed_until = clock_timestamp() + ${CLAIM} where name = ${sink}`);
      return { after, to, events: await transaction.rows(eventsOfRange(after, to)) };
    });
  }

  async stored(sink: string, range: EventRange): Promise<void> {
    await this.update(
      sink,
      range,
      sql`after_seq = to_seq, to_seq = null, claimed_until = null, failures = 0, progressed_at = clock_timestamp()`,
    );
  }

  async failed(sink: string, range: EventRange): Promise<void> {
    await this.update(
      sink,
      range,
      sql`failures = failures + 1, claimed_until = clock_timestamp() + least(interval '1 minute', interval '5 seconds' * 2 ^ least(failures, 4))`,
    );
  }

  private async next(transaction: Transaction, after: string): Promise<string | null> {
    const [end] = await transaction.rows(endOfRange(after, await this.committed.to((statement) => transaction.rows(statement))));
    return end!.to;
  }

  /** Nothing if another process has stored the range meanwhile. */
  private async update(sink: string, { after, to }: EventRange, changes: ReturnType<typeof sql>): Promise<void> {
    await Transaction.run(this.em, (transaction) =>
      transaction.rows(sql`
        update metering.event_sinks set ${changes} where name = ${sink} and after_seq = ${after}::bigint and to_seq = ${to}::bigint`),
    );
  }
}
