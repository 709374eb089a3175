import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { Environment } from './environment.ts';

/** A variable that is empty or blank counts as not set. */
const given = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const text = value?.trim();
      return text ? [[name, text] as const] : [];
    }),
  );

/** The names of all settings. */
export const settingNames = (): readonly string[] => {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Environment, '', false, false);
  return [...new Set([...Object.keys(new Environment()), ...rules.map(({ propertyName }) => propertyName)])];
};

/** The variables with their values or defaults, and a sentence for each that is invalid. Sentences repeat no values. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): {
  readonly environment: Environment;
  readonly sentences: readonly string[];
} {
  const options = { excludeExtraneousValues: true, exposeDefaultValues: true };
  const environment = plainToInstance(Environment, given(env), options);
  const errors = validateSync(environment, { stopAtFirstError: true });
  return { environment, sentences: errors.flatMap(({ constraints = {} }) => Object.values(constraints)) };
}
