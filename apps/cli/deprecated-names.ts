/** Former names, and what they are called now. They will be removed in the release after the next one. */
const CURRENT: Readonly<Record<string, readonly string[]>> = {
  'bootstrap organization': ['organizations', 'create'],
  'bootstrap status': ['organizations', 'set-status'],
  'bootstrap feature': ['organizations', 'set-feature'],
  'bootstrap user': ['users', 'add'],
  'bootstrap remove-user': ['users', 'remove'],
  'bootstrap block-user': ['users', 'block'],
  'bootstrap unblock-user': ['users', 'unblock'],
  'bootstrap token': ['tokens', 'issue'],
  bootstrap: ['--help'],
  'failed-events list': ['events', 'failed'],
  'failed-events retry': ['events', 'retry'],
  'failed-events': ['events'],
  'keys rotate-secret': ['secret-key', 'rotate'],
  'keys forget-lost': ['secret-key', 'forget-lost'],
  reseal: ['secret-key', 'rotate'],
};

/** The arguments with a deprecated name replaced by the current one, and a warning if there was one. */
export function withCurrentNames(args: readonly string[], warn: (text: string) => void): readonly string[] {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    if (!Object.hasOwn(CURRENT, name)) continue;
    const current = CURRENT[name]!;
    warn(`\`${name}\` is deprecated: use \`latchkey ${current.join(' ')}\`.\n`);
    return [...current, ...args.slice(words)];
  }
  return args;
}

/** `import --dry-run` had a value, `yes` or `no`, before it was a flag. */
export const withoutDryRunValue = (args: readonly string[]): readonly string[] =>
  args[0] === 'import'
    ? args
        .join('\0')
        .replace(/\0--dry-run[\0=](yes|no)(?=\0|$)/, (_all, answer) => (answer === 'yes' ? '\0--dry-run' : ''))
        .split('\0')
    : args;
