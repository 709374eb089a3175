import { MikroORM } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { ReencryptLicenseKeys } from '#licensing';
import { migrationState } from '#platform/persistence';
import { CliError } from '#platform/process';
import { SecretKeyMissing } from '#platform/secrets';
import { resolveSettings } from '../bootstrap/settings.ts';
import { WorkerModule } from '../worker/worker.module.ts';

const LACKING = 'There are license keys that no key of SECRET_KEY has sealed. Put the one that did behind the others.';

/** Seals anew what older secret keys have sealed, and answers with what is to be told. Throws `CliError` with a sentence. */
export async function reseal(env: NodeJS.ProcessEnv): Promise<string> {
  const app = await NestFactory.createApplicationContext(WorkerModule.register(await resolveSettings(env)), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    if ((await migrationState(app.get(MikroORM))) !== 'up to date') {
      throw new CliError('The database is not up to date. Run `npm run migrate` first.');
    }
    const count = await app.get(CommandBus).execute(new ReencryptLicenseKeys());
    return `${count} license keys were sealed anew. Whatever is sealed now opens with the first key of SECRET_KEY alone.\n`;
  } catch (error) {
    throw error instanceof SecretKeyMissing ? new CliError(LACKING) : error;
  } finally {
    await app.close();
  }
}
