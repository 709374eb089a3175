import { CliError } from '../../process/index.ts';
import { type Define, defineCommand, NoOptions } from '../define-command.ts';
import { examine, type Finding } from '../doctor/examine.ts';

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

const lineOf = ({ check, state, finding, advice }: Finding): string =>
  `${MARKS[state]}  ${check}: ${finding}${advice === undefined ? '' : `\n         ${advice}`}`;

export const defineDoctor: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: NoOptions,
    async run(_options, env, { report }) {
      const findings = await examine(env);
      const problems = findings.filter(({ state }) => state === 'problem').length;
      report({ text: findings.map(lineOf).join('\n'), data: { healthy: problems === 0, findings } });
      if (problems > 0) throw new CliError(problems === 1 ? 'One problem was found.' : `${problems} problems were found.`);
    },
  });
