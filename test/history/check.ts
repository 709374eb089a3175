import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { SECRET_KEY } from '../support/api.ts';
import { seedOrganization } from '../support/seed.ts';
import { violationsOf } from './checker/index.ts';
import { SUBJECT_TYPES } from './operations.ts';
import { readHistory, Recorder } from './recorder.ts';
import { recordHistory, type RunOptions } from './run.ts';
import { Service, type ServiceOptions } from './service.ts';

type Chosen = Pick<RunOptions, 'seed' | 'cycles'> & Partial<Pick<RunOptions, 'minutes' | 'operations' | 'types' | 'kills'>>;

export interface CheckOptions extends Omit<ServiceOptions, 'apis' | 'workers'>, Chosen {
  /** The file of the history. */
  readonly path: string;
  readonly apis?: number;
  readonly workers?: number;
}

export interface CheckedHistory {
  readonly operations: number;
  readonly unknown: number;
  /** How often processes were killed, and how many in all. */
  readonly cycles: number;
  readonly killed: number;
  readonly violations: readonly string[];
}

/** Records a history of a migrated database into a file, and checks what is in the file. */
export async function checkHistory(options: CheckOptions): Promise<CheckedHistory> {
  const { path, databaseUrl, apis = 2, workers = 2 } = options;
  const seller = await seedSellerIn(databaseUrl);
  {
    await using service = await Service.start({ ...options, apis, workers });
    using recorder = new Recorder(path);
    await recordHistory({ operations: 100, types: SUBJECT_TYPES, kills: true, ...options, service, recorder, seller });
  }
  return summaryOf(path);
}

/** Checks what is in the file. */
export function summaryOf(path: string): CheckedHistory {
  const history = readHistory(path);
  return {
    operations: history.length,
    unknown: history.filter(({ outcome }) => outcome === 'unknown').length,
    cycles: history.filter(({ kind }) => kind === 'kill').length,
    killed: history.reduce((sum, each) => sum + (each.kind === 'kill' ? each.input.processes.length : 0), 0),
    violations: violationsOf(history),
  };
}

async function seedSellerIn(databaseUrl: string): Promise<RunOptions['seller']> {
  const app = await createApi({ config: Config.from({}), databaseUrl, secretKeys: [SECRET_KEY] });
  await app.init();
  try {
    const { oat, organization } = await seedOrganization({ app, databaseUrl, close: () => app.close() });
    return { organizationId: organization.id, token: oat };
  } finally {
    await app.close();
  }
}
