import type { Subcommand } from './subcommand.ts';
import { subcommands } from './subcommands/index.ts';

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

export const USAGE = `npm run bootstrap -- <command> [options]

Sets up organizations, people and tokens on the server. The database at DATABASE_URL is brought up to date first;
SECRET_KEY is the one that the service runs with.

${table(Object.entries(subcommands).map(([name, { summary }]) => [name, summary]))}

npm run bootstrap -- <command> --help tells more about one of them.
`;

export const helpOf = (name: string, { summary, options }: Subcommand): string => `npm run bootstrap -- ${name} [options]

${summary}

${table(
  Object.entries(options).map(([option, { value, about, optional, choices }]) => [
    `--${option} ${value}`,
    [about, ...(choices ? [`One of ${choices.join(', ')}.`] : []), ...(optional ? ['May be left out.'] : [])].join(' '),
  ]),
)}
`;
