import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latchkey } from '../support/cli.ts';
import { ROOT } from './sources.ts';

/** Pages with commands that operators run. */
const PAGES = ['README.md', 'docs/*.md', 'docs/decisions/*.md'];
const pages = globSync(PAGES, { cwd: ROOT });

interface Named {
  readonly page: string;
  readonly text: string;
}

const named = (pattern: RegExp): Named[] =>
  pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(pattern)].map(([, text]) => ({ page, text: text! })),
  );

test('every path of a test in the documents leads to one', () => {
  const files = globSync('test/**/*', { cwd: ROOT });
  // What a command passes to the test runner is a pattern.
  const paths = named(/(?<![\w./])(test\/[\w./*-]*[\w*])/g);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(({ text }) => !files.some((file) => new RegExp(text).test(file)))).toEqual([]);
});

test('every `latchkey` command in the documents exists, with its options', async () => {
  const commands = named(/(?:`|^ *)(?:npx )?latchkey ((?:[a-z][a-z-]*)(?: [^`\n|;]*)?)/gm);
  expect(commands.length).toBeGreaterThan(20);
  const unknown: Named[] = [];
  for (const command of commands) {
    const [name, second, ...others] = command.text.split(' ') as [string, string?, ...string[]];
    const group = (await latchkey([name, '--help'])).out;
    // What follows a command that takes arguments is a subcommand only if it has one of this name.
    const takesArguments = /^Usage: .* \[command\] [<[]/.test(group);
    const isListed = group.includes(`\n  ${second} `) && /^[a-z]/.test(second ?? '');
    const hasSubcommand = /^Usage: .* \[command\]/.test(group) && second !== undefined && (isListed || !takesArguments);
    const help = hasSubcommand ? (await latchkey([name, second, '--help'])).out : group;
    const path = hasSubcommand ? `${name} ${second}` : name;
    const options = [second ?? '', ...others].filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0]!);
    if (!help.startsWith(`Usage: latchkey ${path}`) || options.some((option) => !help.includes(option))) unknown.push(command);
  }
  expect(unknown).toEqual([]);
});
