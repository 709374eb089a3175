import { ConfiguredEventSinks, eventSinkProblem, readEventSinkStanding } from '#metering';
import type { ProcessSettings } from '../../settings.ts';
import { examineInDatabase } from './database.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const CHECK = 'event sink';

/** Whether the sink of usage events takes them, as far as the database knows. Nothing without a sink. */
export async function examineEventSink({ config, databaseUrl }: ProcessSettings): Promise<readonly Finding[]> {
  const { used } = new ConfiguredEventSinks(config);
  if (!used) return [];
  return examineInDatabase(databaseUrl, CHECK, async (client) => {
    const standing = await readEventSinkStanding(client, used.name);
    if (!standing) {
      return [
        warning(
          CHECK,
          'Nothing was handed over yet',
          'A worker with the same settings EVENTS_SINK_ does it, after it built an index.',
        ),
      ];
    }
    const sentence = eventSinkProblem(standing);
    if (sentence === undefined) return [ok(CHECK, `${Math.round(standing.lagSeconds)} seconds behind`)];
    return [problem(CHECK, sentence, 'Is a worker running? If one is, its log says what fails. Events are kept until then.')];
  });
}
