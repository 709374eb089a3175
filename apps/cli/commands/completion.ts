import { bashCompletion, zshCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completionsOf } from '../completion/words.ts';
import { type Define, defineCommand } from '../define-command.ts';
import { CliArgument } from '../options.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

class CompletionOptions {
  @CliArgument('<shell>', 'The shell', { choices: Object.keys(SHELLS) })
  readonly shell!: keyof typeof SHELLS;
}

/** `source <(latchkey completion bash)`. The script is generated from the command tree and starts nothing when it completes. */
export const defineCompletion: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: CompletionOptions,
    run: async ({ shell }) => {
      const script = SHELLS[shell](completionsOf(command.parent!));
      return { text: script.trimEnd(), data: { shell, script } };
    },
  });
