import { Transform } from 'class-transformer';
import { ArrayNotEmpty, IsIn, IsUUID, Max, Min, ValidateBy, type ValidationArguments } from 'class-validator';
import { CliError, UsageError } from '../../process/index.ts';
import { type Envelope, ENVELOPES, isSecret, newSecret } from '#webhooks';
import { WEBHOOK_EVENT_TYPES } from '#webhooks/views';
import { TOKEN } from '../connection/connect.ts';
import { connectWith, ProfileOption, TokenOption } from '../connection/token-option.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { Feed } from '../listen/feed.ts';
import { Listener } from '../listen/listen.ts';
import { Command } from '../listen/command.ts';
import { JsonLines } from '../listen/json-lines.ts';
import { PositionFile } from '../listen/position-file.ts';
import { type Consumer, Receiver } from '../listen/receiver.ts';
import { ListOption, ServiceUrlOption, WebUrlOption } from '../option-types.ts';
import { CliOption } from '../options.ts';

const position = { message: '--after must be the position of an event, a number from 0.' };
const unknownTypes = ({ value }: ValidationArguments): string =>
  (value as readonly string[]).filter((type) => !(WEBHOOK_EVENT_TYPES as readonly string[]).includes(type)).join(', ');

class ListenOptions {
  @WebUrlOption('URL of your receiver, such as http://127.0.0.1:4000/webhooks', { optional: true })
  readonly forwardTo?: string;

  @CliOption('<command>', 'Command of the shell that each event is handed to, until it ends with 0', { optional: true })
  readonly exec?: string;

  @CliOption('<path>', 'File to which each event is appended, as JSON on a line', { optional: true })
  readonly file?: string;

  @CliOption('<path>', 'File that keeps the position: with --exec and --file, to continue there', { optional: true })
  readonly positionFile?: string;

  @ServiceUrlOption()
  readonly url?: string;

  @TokenOption()
  readonly token?: string;

  @ProfileOption()
  readonly profile?: string;

  @CliOption('<id>', 'Id of the organization, if the token may see several', { optional: true })
  @IsUUID('all', { message: '--organization must be the id of an organization, not $value.' })
  readonly organization?: string;

  @CliOption('<secret>', 'Secret to sign with: whsec_ and base64 of 24 to 64 bytes; a new one by default', { optional: true })
  @ValidateBy(
    { name: 'isSecret', validator: { validate: (value) => typeof value === 'string' && isSecret(value) } },
    { message: '--secret must be whsec_ followed by base64 of 24 to 64 bytes.' },
  )
  readonly secret?: string;

  @CliOption('<envelope>', 'Form of the requests, as that of an endpoint; standard by default', {
    optional: true,
    choices: ENVELOPES,
  })
  readonly envelope?: Envelope;

  @ListOption('<types>', 'Forward only these kinds, such as order.paid,customer.created; all kinds by default')
  @ArrayNotEmpty({ message: '--events must name at least one kind.' })
  @IsIn(WEBHOOK_EVENT_TYPES, { each: true, message: (given) => `--events has unknown kinds: ${unknownTypes(given)}.` })
  readonly events?: readonly string[];

  @CliOption('<sequence>', 'Forward the events after this position; only new ones by default', { optional: true })
  @Transform(({ value }: { value: unknown }) => (/^\d+$/.test(String(value)) ? Number(value) : value))
  @Min(0, position)
  @Max(Number.MAX_SAFE_INTEGER, position)
  readonly after?: number;
}

interface Chosen {
  readonly consumer: Consumer;
  /** What is reported of it at the start. */
  readonly told: { readonly text: string; readonly data: object };
  readonly repeats: boolean;
}

/** What gets the events. A receiver gets each once, a command or a file until it succeeds. */
function consumerOf(options: ListenOptions, secret: string, env: NodeJS.ProcessEnv): Chosen {
  const { forwardTo, exec, file, positionFile, envelope = 'standard' } = options;
  if ([forwardTo, exec, file].filter((each) => each !== undefined).length !== 1) {
    throw new UsageError('One of --forward-to <url>, --exec <command> and --file <path> is required.');
  }
  if (forwardTo !== undefined) {
    if (positionFile !== undefined) throw new UsageError('--position-file goes with --exec and --file.');
    const text = `${forwardTo}, signed with ${options.secret ? '--secret' : secret}`;
    const consumer = new Receiver(forwardTo, secret, envelope);
    return { consumer, told: { text, data: { forward_to: forwardTo, secret } }, repeats: false };
  }
  if (options.secret ?? options.envelope) throw new UsageError('--secret and --envelope go with --forward-to.');
  const { [TOKEN]: _token, ...others } = env;
  const consumer = exec === undefined ? new JsonLines(file!) : new Command(exec, others);
  return { consumer, told: { text: consumer.name, data: { exec, file } }, repeats: true };
}

async function listen(options: ListenOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const { events: types, secret = newSecret() } = options;
  const { consumer, told, repeats } = consumerOf(options, secret, env);
  const { service: url, token, organization } = await connectWith(options, env, progress);
  const stop = progress.stopRequest();
  const feed = new Feed({ url, token, organization });
  const end = await feed.open(stop);
  const kept = options.positionFile === undefined ? undefined : new PositionFile(options.positionFile);
  const before = await kept?.read();
  const from = before ?? options.after ?? end;
  if (from > end && from === before)
    throw new CliError(`${options.positionFile} is beyond ${end}, the position of the last event.`);
  if (from > end) throw new CliError(`--after must be at most ${end}, the position of the last event.`);
  await kept?.write(from);
  progress.report({
    text: `Events of ${url} after ${from} are forwarded to ${told.text}. Ctrl+C stops.`,
    data: { url, after: from, ...told.data },
  });
  await new Listener(feed, consumer, { from, types, repeats, kept }, progress).listen(stop);
}

export const defineWebhooks: Define = (group, terminal) =>
  defineCommand(
    group
      .command('listen')
      .description('Forward the events of an organization to a receiver on this machine, a command or a file, until Ctrl+C'),
    terminal,
    { options: ListenOptions, run: listen },
  );
