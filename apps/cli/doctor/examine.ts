import { InvalidConfiguration } from '#platform/config/composition';
import { CliError } from '../../process/index.ts';
import type { ProcessSettings } from '../../settings.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { examineDatabase } from './database.ts';
import { examineEventSink } from './event-sink.ts';
import { examineFiles } from './files.ts';
import { type Finding, ok, problem } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineMail } from './mail.ts';
import { examineQueue } from './queue.ts';
import { examineService } from './service.ts';
import { questionableSettings } from './settings.ts';

export type { Finding } from './finding.ts';

/** Checks everything that the service needs. Each check says what it found, also where an earlier one found a problem. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: ProcessSettings;
  try {
    settings = await resolveSettings(env);
  } catch (error) {
    return [...wrongSettings(error), ...questionableSettings(env)];
  }
  const { config } = settings;
  const database = await examineDatabase(settings);
  return [
    ok('settings', 'all are valid'),
    ...questionableSettings(env),
    await examineService(config),
    ...database.findings,
    ...(database.isUsable
      ? [...(await examineQueue(settings)), ...(await examineEventSink(settings)), await examineFiles(settings)]
      : []),
    ...(await examineMail(config)),
    ...(await examineMachine(config)),
  ];
}

function wrongSettings(error: unknown): Finding[] {
  if (error instanceof InvalidConfiguration) {
    return error.sentences.map((sentence) => problem('settings', sentence, 'README.md has a table of the settings.'));
  }
  if (error instanceof CliError) return [problem('settings', error.message, 'README.md has a table of the settings.')];
  throw error;
}
