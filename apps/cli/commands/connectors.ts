import { request } from 'undici';
import { CountConnectorEvents, CreateConnector, ListConnectors, ReplayProviderEvents, SignTestEvent } from '#connectors';
import { Access } from '#kernel';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { orNotFound } from '../not-found.ts';
import { ServiceUrlOption, TimeOption } from '../option-types.ts';
import { CliOption } from '../options.ts';
import { serviceUrl } from '../service-url.ts';
import { withService } from '../with-application.ts';
import { AddOptions } from './connector-options.ts';
import { isId, preview, PreviewOptions } from './connector-preview.ts';
import { everyPage } from '#support/paging';
import { listUndelivered } from './undelivered-purchases.ts';
import { idOfOrganization } from '../with-organization.ts';

class ListOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;
}

class TestOptions {
  @CliOption('<id>', 'Id of the connector')
  @isId
  readonly connector!: string;

  @ServiceUrlOption()
  readonly url?: string;
}

class ReplayOptions {
  @CliOption('<id>', 'Id of the connector')
  @isId
  readonly connector!: string;

  @CliOption('<status>', 'Which events: those that failed, those that wait, or all of them; failed by default', {
    choices: ['failed', 'waiting', 'all'],
    optional: true,
  })
  readonly status: 'failed' | 'waiting' | 'all' = 'failed';

  @TimeOption('Only events that were received at this time or later')
  readonly from?: Date;

  @TimeOption('Only events that were received before this time')
  readonly to?: Date;
}

const webhookOf = (connector: string, service: string): string => `${service}/v1/connectors/${connector}/webhook`;

const add = ({ organization, name, account, test, ownMetadata, url: given, ...described }: AddOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async (buses): Promise<Result> => {
    const owner = await idOfOrganization(buses, organization);
    const attributes = {
      ...described,
      organizationId: owner,
      name: name ?? null,
      account: account ?? null,
      isTest: test === 'yes',
      ownMetadata: ownMetadata ?? null,
    };
    const id = await buses.commands.execute(new CreateConnector(attributes));
    const url = webhookOf(id, serviceUrl(given, env));
    return {
      text: `Connector ${id} was created. Enter this URL at the provider: ${url}`,
      data: { id, organization, provider: described.provider, webhook_url: url },
    };
  });

const list = ({ organization }: ListOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async (buses): Promise<Result> => {
    const owner = await idOfOrganization(buses, organization);
    const access = new Access([owner], [], 'connectors');
    const items = await everyPage((page) => buses.queries.execute(new ListConnectors(access, undefined, page)));
    const counts = await buses.queries.execute(new CountConnectorEvents(items.map(({ id }) => id)));
    const connectors = items.map(({ id, provider, name, account, is_test }) => {
      const events = counts.filter(({ connector_id }) => connector_id === id).map(({ status, number }) => [status, number]);
      return { id, provider, name, account, is_test, events: Object.fromEntries(events) as Record<string, number> };
    });
    const lines = connectors.map(({ id, provider, name, events }) => {
      const told = Object.entries(events).map(([status, number]) => `${number} ${status}`);
      return [id, provider, name ?? '-', told.length > 0 ? told.join(', ') : 'no events'].join('  ');
    });
    return { text: lines.length > 0 ? lines.join('\n') : 'There are no connectors.', data: connectors };
  });

const TIMEOUT_MS = 30_000;

const test = ({ connector, url }: TestOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands }): Promise<Result> => {
    const { headers, body } = await orNotFound(`Connector ${connector}`, commands.execute(new SignTestEvent(connector)));
    const address = webhookOf(connector, serviceUrl(url, env));
    const startedAt = performance.now();
    const { statusCode, body: responseBody } = await request(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new CliError(`${address} cannot be reached (${reasonOf(error)}). Start the service, or say where it is with --url.`);
    });
    const text = await responseBody.text();
    const milliseconds = Math.round(performance.now() - startedAt);
    if (statusCode !== 200) throw new CliError(`${address} answered ${statusCode}: ${text.slice(0, 500)}`);
    return {
      text: `${address} accepted a signed test event in ${milliseconds} ms.`,
      data: { url: address, status: statusCode, milliseconds },
    };
  });

const replay = ({ connector, status, from, to }: ReplayOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands }): Promise<Result> => {
    const statuses = status === 'all' ? undefined : [status];
    const events = await commands.execute(new ReplayProviderEvents({ connectorId: connector, statuses, from, to }));
    if (events === null) throw new CliError(`Connector ${connector} was not found.`);
    return { text: `Events that are processed again: ${events}.`, data: { connector, events } };
  });

const undelivered = ({ organization }: ListOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async (buses) => listUndelivered(await idOfOrganization(buses, organization), buses));

export const defineConnectors: Define = (group, terminal) => {
  defineCommand(group.command('add').description('Connect an account at a payment provider'), terminal, {
    options: AddOptions,
    run: add,
  });
  defineCommand(
    group.command('list').description('List the connectors of an organization, with what became of their events'),
    terminal,
    { options: ListOptions, run: list },
  );
  defineCommand(group.command('undelivered').description('List what was paid and not delivered'), terminal, {
    options: ListOptions,
    run: undelivered,
  });
  defineCommand(
    group.command('test').description('Send a signed event that has no effect to the webhook of a connector'),
    terminal,
    { options: TestOptions, run: test },
  );
  defineCommand(
    group.command('preview').description('Show what exported events of the provider would do, without any effect'),
    terminal,
    { options: PreviewOptions, run: (options, env) => withService(env, (buses) => preview(options, buses)) },
  );
  defineCommand(group.command('replay').description('Process events of a connector again'), terminal, {
    options: ReplayOptions,
    run: replay,
  });
};
