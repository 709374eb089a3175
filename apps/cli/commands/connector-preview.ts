import { readFile } from 'node:fs/promises';
import { IsUUID } from 'class-validator';
import { PreviewEvents } from '#connectors';
import { CliError } from '../../process/index.ts';
import type { Result } from '../define-command.ts';
import { CliArgument, CliOption } from '../options.ts';
import type { Buses } from '../with-application.ts';

export const isId = IsUUID('all', { message: '--connector must be the id of a connector, not $value.' });

export class PreviewOptions {
  @CliArgument('<file>', 'Events that the provider exported: JSON, a list of them, or one on each line')
  readonly file!: string;

  @CliOption('<id>', 'Id of the connector')
  @isId
  readonly connector!: string;
}

/** The bodies of the events in a file: of one object or a list, else one on each line. */
export function eventsIn(text: string): readonly string[] {
  const parsed = parseJson(text);
  if (parsed !== undefined) return (Array.isArray(parsed) ? parsed : [parsed]).map((event) => JSON.stringify(event));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.findIndex((line) => parseJson(line) === undefined);
  if (wrong >= 0) throw new CliError(`Line ${wrong + 1} of the file is not JSON.`);
  return lines;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export async function preview({ connector, file }: PreviewOptions, { commands }: Buses): Promise<Result> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CliError(`${file} cannot be read.`);
  });
  const previews = await commands.execute(new PreviewEvents(connector, eventsIn(text)));
  if (previews === null) throw new CliError(`Connector ${connector} was not found.`);
  const lines = previews.flatMap(({ external_id, type, effects }) => [
    `${type ?? 'not an event'} ${external_id ?? ''}`.trim(),
    ...effects.map((effect) => `  ${effect}`),
  ]);
  return { text: lines.join('\n'), data: previews };
}
