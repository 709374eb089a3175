import type { Completions } from './words.ts';

const list = (words: readonly string[]): string => `'${words.join(' ')}'`;

/** Asks the service, for a second at most. */
const idsOf = (group: string): string => `"$(latchkey complete-ids ${group} 2>/dev/null | cut -f1)"`;

function casesOf({ path, subcommands, values, options, idsOf: group }: Completions): string[] {
  const name = path.join(' ');
  const choices = options
    .filter((option) => option.choices.length > 0)
    .map(({ word, choices: given }) => `    '${name} ${word}') words=${list(given)} ;;`);
  const free = options
    .filter((option) => option.takesValue && option.choices.length === 0)
    .map(({ word, idsOf: ids }) => `    '${name} ${word}') words=${ids ? idsOf(ids) : ''} ;;`);
  const next = [...subcommands.map(({ word }) => word), ...values];
  const flags = options.map(({ word }) => word);
  const words = group
    ? `case $current in -*) ;; *) words=${idsOf(group)} ;; esac`
    : `words=${list(next.length > 0 ? next : flags)}`;
  return [...choices, ...free, `    '${name} '*) ${words}; flags=${list(flags)} ;;`];
}

/** A shell function for bash, and for zsh with `bashcompinit`. */
const script = (cases: readonly string[]): string => `_latchkey() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous= path= word words= flags=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; *) path="\${path:+$path }$word" ;; esac
  done
  [ "$COMP_CWORD" -gt 1 ] && case \${COMP_WORDS[COMP_CWORD-1]} in -*) previous=\${COMP_WORDS[COMP_CWORD-1]} ;; esac
  case "$path $previous" in
${cases.join('\n')}
  esac
  case $current in -*) words=$flags ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _latchkey latchkey
`;

/** Subcommands come before their group, whose pattern would match them as well. */
export const bashCompletion = (completions: readonly Completions[]): string => script(completions.toReversed().flatMap(casesOf));

export const zshCompletion = (completions: readonly Completions[]): string =>
  `#compdef latchkey\nautoload -U +X bashcompinit && bashcompinit\n${bashCompletion(completions)}`;
