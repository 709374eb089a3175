import type { Pool } from 'pg';
import { ConfiguredEventSinks, eventSinkProblem, readEventSinkStanding } from '#metering';
import type { Config } from '#platform/config';

/** What a worker tells of the sink of usage events. */
export class WatchedEventSink {
  private constructor(
    private readonly name: string,
    private readonly pool: Pool,
  ) {}

  /** Undefined if the settings name none. */
  static of(config: Config, pool: Pool): WatchedEventSink | undefined {
    const { used } = new ConfiguredEventSinks(config);
    return used && new WatchedEventSink(used.name, pool);
  }

  async lagSeconds(): Promise<number> {
    return (await readEventSinkStanding(this.pool, this.name))?.lagSeconds ?? 0;
  }

  /** Throws if the sink has stopped taking events. */
  async assertTaking(): Promise<void> {
    const standing = await readEventSinkStanding(this.pool, this.name);
    const problem = standing && eventSinkProblem(standing);
    if (problem !== undefined) throw new Error(problem);
  }
}
