import type { Completions } from './words.ts';

const quoted = (text: string): string => `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;

/** Asks the service, for a second at most. */
const idsOf = (group: string): string => ` -x -a '(latchkey complete-ids ${group} 2>/dev/null)'`;

function linesOf({ path, subcommands, values, options, idsOf: group }: Completions): string[] {
  const when = `complete -c latchkey -n ${quoted(`__latchkey_at ${path.join(' ')}`.trim())}`;
  return [
    ...subcommands.map(({ word, description }) => `${when} -a ${word} -d ${quoted(description)}`),
    ...(values.length > 0 ? [`${when} -a ${quoted(values.join(' '))}`] : []),
    ...(group ? [`${when}${idsOf(group)}`] : []),
    ...options.map(({ word, description, takesValue, choices, idsOf: ids }) => {
      const value = ids ? idsOf(ids) : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -x' : '';
      return `${when} -l ${word.slice(2)}${value} -d ${quoted(description)}`;
    }),
  ];
}

/** The words before the first option are the command path. */
const HEAD = `function __latchkey_at
  set -l path
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and break
    set -a path $word
  end
  test "$path" = "$argv"
end
complete -c latchkey -f
`;

export const fishCompletion = (completions: readonly Completions[]): string =>
  `${HEAD}${completions.flatMap(linesOf).join('\n')}\n`;
