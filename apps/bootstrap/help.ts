import type { Subcommand } from './subcommand.ts';
import { subcommands } from './subcommands/index.ts';

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

export const USAGE = `npm run bootstrap -- <command> [options]

Sets up organizations, people and tokens on the server. Works on the database at DATABASE_URL, which it brings up to date first,
with the SECRET_KEY that the service runs with; without DATABASE_URL, on that of the npm start that is running here.

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
