import type { Plan, Step, Value } from '#support/catalogs';

const SIGNS = { create: '+', update: '~', archive: '-' } as const;
const shown = (value: Value): string => (value === null ? 'nothing' : JSON.stringify(value));

/** The plan as people read it before they agree. */
export function textOfPlan({ organization, steps, problems, notes }: Plan): string {
  const lines = steps.flatMap(({ does, section, key, changes, conflict }) => [
    `${SIGNS[does]} ${section}.${key}${conflict ? ' (changed by somebody since it was pushed or pulled)' : ''}`,
    ...changes.map(({ field, from, to }) =>
      does === 'create' ? `    ${field}: ${shown(to)}` : `    ${field}: ${shown(from)} -> ${shown(to)}`,
    ),
  ]);
  const count = (does: Step['does']): number => steps.filter((step) => step.does === does).length;
  const sum =
    steps.length === 0
      ? `${organization} has what the file says.`
      : `${organization}: ${count('create')} to create, ${count('update')} to change, ${count('archive')} to archive.`;
  return [...notes, ...lines, sum, ...problems].join('\n');
}
