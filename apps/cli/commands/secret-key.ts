import { MikroORM } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { connectorsTables } from '#connectors';
import { ReencryptOAuthSecrets } from '#oauth';
import { identityTables } from '#identity';
import { ReencryptLicenseKeys, ReencryptSigningKeys } from '#licensing';
import { releasesTables } from '#releases';
import { webhooksTables } from '#webhooks';
import { forgetLostSecretKeys, forgetOtherSecretKeys, valuesOfOtherKeys } from '#engine/checks';
import { IdempotencyStore } from '#engine/idempotency';
import { reencryptColumns, type Tables } from '#engine/persistence';
import { CliError } from '../../process/index.ts';
import { Keyring, SecretKeyMissing } from '#engine/secrets';
import { contexts } from '../../contexts.ts';
import { encryptedColumns, withClient } from '../../start-checks.ts';
import { WorkerModule } from '../../worker/worker.module.ts';
import { type Define, defineCommand, NoOptions, type Result } from '../define-command.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { assertUpToDate, withApplication } from '../with-application.ts';

const KEY_MISSING =
  'Some license keys, signing keys or secrets of webhooks, connectors, second factors or OpenID Connect were encrypted with a key that is not in SECRET_KEY. Add that key to SECRET_KEY, after the others.';

/** Re-encrypts with the first key of SECRET_KEY the license keys, signing keys, responses, and secrets of webhooks, connectors and second factors that other keys have encrypted. Can be repeated, and can run while the service runs. */
export async function rotateSecret(env: NodeJS.ProcessEnv): Promise<Result> {
  const settings = await resolveSettings(env);
  await assertUpToDate(settings);
  return withApplication(WorkerModule.register(settings), async (app) => {
    const { keys, signingKeys, responses, endpoints, connectors, oauth, identities, repositories } = await reencryptAll(
      app,
    ).catch((error: unknown) => {
      throw error instanceof SecretKeyMissing ? new CliError(KEY_MISSING) : error;
    });
    await withClient(settings.databaseUrl, (client) => forgetOtherSecretKeys(client, app.get(Keyring)));
    return {
      text:
        `License keys re-encrypted: ${keys}. All license keys can now be decrypted with the first key of SECRET_KEY.\n` +
        `Signing keys re-encrypted: ${signingKeys}.\n` +
        `Records of idempotency keys re-encrypted: ${responses}.\n` +
        `Webhook endpoints with re-encrypted secrets: ${endpoints}.\n` +
        `Connectors with re-encrypted secrets: ${connectors}.\n` +
        `Clients, tokens, sessions and keys of OpenID Connect re-encrypted: ${oauth}.\n` +
        `Users with re-encrypted second factors: ${identities}.\n` +
        `Keys of package repositories re-encrypted: ${repositories}.`,
      data: {
        reencrypted: keys,
        signing_keys: signingKeys,
        idempotency_records: responses,
        webhook_endpoints: endpoints,
        connectors,
        oauth,
        second_factors: identities,
        repository_keys: repositories,
      },
    };
  });
}

const ENCRYPTED = [
  ...encryptedColumns,
  ...contexts
    .flatMap(({ secrets = [] }) => secrets)
    .flatMap(({ table, columns }) => columns.map((column) => ({ table, column }))),
  { table: 'platform.idempotency_keys', column: 'encrypted' },
] as const;

/** What `rotate` has not re-encrypted yet. */
async function status(env: NodeJS.ProcessEnv): Promise<Result> {
  const { databaseUrl, secretKeys } = await resolveSettings(env);
  const counted = await withClient(databaseUrl, (client) => valuesOfOtherKeys(client, new Keyring(secretKeys), ENCRYPTED), {
    statementMs: 0,
  });
  const remaining = Object.entries(Object.groupBy(counted, ({ table }) => table))
    .map(([table, columns]) => ({ table, values: columns!.reduce((sum, { values }) => sum + values, 0) }))
    .filter(({ values }) => values > 0);
  const lines = remaining.map(({ table, values }) => `${table}: ${values} values`);
  return {
    text:
      lines.length > 0
        ? `Other keys than the first one of SECRET_KEY have encrypted\n${lines.join('\n')}\nRun \`latchkey secret-key rotate\`.`
        : 'Everything that `latchkey secret-key rotate` re-encrypts was encrypted with the first key of SECRET_KEY.',
    data: { secret_keys: secretKeys.length, remaining },
  };
}

/** For an operator who has lost a key. A mistake is undone by putting the key into SECRET_KEY again. */
async function forgetLost(env: NodeJS.ProcessEnv): Promise<Result> {
  const { databaseUrl, secretKeys } = await resolveSettings(env);
  await withClient(databaseUrl, (client) => forgetLostSecretKeys(client, new Keyring(secretKeys)));
  return {
    text: 'The service starts with this SECRET_KEY. What other keys encrypted can no longer be read.',
    data: { keys: secretKeys.length },
  };
}

async function reencryptAll(app: INestApplicationContext) {
  const bus = app.get(CommandBus);
  const secretsOf = ({ secrets = [] }: Tables) => reencryptColumns(app.get(MikroORM).em, app.get(Keyring), ...secrets);
  return {
    keys: await bus.execute(new ReencryptLicenseKeys()),
    signingKeys: await bus.execute(new ReencryptSigningKeys()),
    responses: await app.get(IdempotencyStore).reencrypt(),
    endpoints: await secretsOf(webhooksTables),
    connectors: await secretsOf(connectorsTables),
    oauth: await bus.execute(new ReencryptOAuthSecrets()),
    identities: await secretsOf(identityTables),
    repositories: await secretsOf(releasesTables),
  };
}

export const defineSecretKey: Define = (group, terminal) => {
  defineCommand(
    group
      .command('rotate')
      .description(
        'Re-encrypt all license keys, signing keys, stored responses, and secrets of webhooks, connectors and second factors with the first key of SECRET_KEY; docs/operations.md has the steps',
      ),
    terminal,
    { options: NoOptions, run: (_options, env) => rotateSecret(env) },
  );
  defineCommand(
    group.command('status').description('Count what other keys than the first one of SECRET_KEY have encrypted'),
    terminal,
    { options: NoOptions, run: (_options, env) => status(env) },
  );
  defineCommand(
    group
      .command('forget-lost')
      .description('Let the service start although a key that was in SECRET_KEY is lost, with all that it encrypted'),
    terminal,
    { options: NoOptions, run: (_options, env) => forgetLost(env) },
  );
};
