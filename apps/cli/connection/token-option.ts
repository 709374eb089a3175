import { UsageError } from '../../process/index.ts';
import type { Progress } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { serviceUrl } from '../service-url.ts';
import type { Connection } from './call-service.ts';
import { connect, TOKEN, type Wanted } from './connect.ts';

/** For commands that took a token before there were profiles. */
export const TokenOption = (): PropertyDecorator =>
  CliOption('<token>', `Deprecated, because others see it in the list of processes: use --profile, or ${TOKEN}`, {
    optional: true,
  });

export const ProfileOption = (): PropertyDecorator =>
  CliOption('<name>', `The profile of \`latchkey login\`; by default ${TOKEN} of the environment, then the current one`, {
    optional: true,
  });

interface Options extends Wanted {
  readonly token?: string;
  readonly url?: string;
}

/** As `connect`, with an address and a token that may be among the arguments. A token of a profile goes to its own service only. */
export async function connectWith(
  options: Options,
  env: NodeJS.ProcessEnv,
  { warn }: Pick<Progress, 'warn'>,
): Promise<Connection> {
  const { token, url, organization } = options;
  if (token !== undefined) {
    warn(`\`--token\` is deprecated, because others see it in the list of processes: set ${TOKEN}, or use \`latchkey login\`.`);
    return { service: serviceUrl(url, env), token, organization };
  }
  if (options.profile === undefined && env[TOKEN]) return { ...(await connect(options, env)), service: serviceUrl(url, env) };
  if (url !== undefined) throw new UsageError(`--url goes with ${TOKEN}: a profile has the address of its service.`);
  return connect(options, env);
}
