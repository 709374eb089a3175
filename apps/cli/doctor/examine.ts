import { InvalidConfiguration } from '#platform/config/composition';
import { CliError } from '../../process/index.ts';
import type { ProcessSettings } from '../../settings.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { examineDatabase } from './database.ts';
import { examineEventSink } from './event-sink.ts';
import { examineFiles } from './files.ts';
import { examined } from './examined.ts';
import { type Finding, ok, problem } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineMail } from './mail.ts';
import { examineSettings, isInProduction } from './production.ts';
import { examineQueue } from './queue.ts';
import { examineService } from './service.ts';
import { questionableSettings } from './settings.ts';

export type { Finding } from './finding.ts';

/** Checks everything that the service needs. Each check says what it found, whatever the others find. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: ProcessSettings;
  try {
    settings = await resolveSettings(env);
  } catch (error) {
    return [...wrongSettings(error), ...questionableSettings(env)];
  }
  const { config, databaseUrl } = settings;
  const mail = {
    check: 'mail',
    part: 'The mail server at SMTP_URL',
    advice: 'Correct SMTP_URL. Emails are repeated for six hours.',
  };
  const machine = {
    check: 'folders',
    part: 'The data folder at LATCHKEY_DATA',
    advice: 'Is its disk or its network folder there?',
  };
  const findings = await Promise.all([
    examineService(config),
    examineStored(settings),
    examined(mail, () => examineMail(config)),
    examined(machine, () => examineMachine(config)),
  ]);
  const production = isInProduction(config) ? examineSettings(config, databaseUrl) : [];
  return [ok('settings', 'all are valid'), ...questionableSettings(env), ...production, ...findings.flat()];
}

/** The database, and what can be examined only while it has the tables of this version. */
async function examineStored(settings: ProcessSettings): Promise<readonly Finding[]> {
  const { findings, isUsable } = await examineDatabase(settings);
  if (!isUsable) return findings;
  const others = await Promise.all([examineQueue(settings), examineEventSink(settings), examineFiles(settings)]);
  return [...findings, ...others.flat()];
}

function wrongSettings(error: unknown): Finding[] {
  if (error instanceof InvalidConfiguration) {
    return error.sentences.map((sentence) => problem('settings', sentence, 'README.md has a table of the settings.'));
  }
  if (error instanceof CliError) return [problem('settings', error.message, 'README.md has a table of the settings.')];
  throw error;
}
