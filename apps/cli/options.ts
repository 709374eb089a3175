import 'reflect-metadata';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, validateSync } from 'class-validator';
import { Argument, type Command, Option } from 'commander';

interface Details {
  readonly optional?: true;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
}

interface Parameter extends Details {
  readonly property: string;
  /** As written on the command line: `--organization <slug>` or `[id]`. */
  readonly syntax: string;
  readonly isArgument: boolean;
  readonly description: string;
}

/** A class whose decorated properties are the options and arguments of a command. */
export type OptionsClass<T extends object = object> = new () => T;

const parameters = new WeakMap<object, Parameter[]>();
const declaredOn = (target: object | null): readonly Parameter[] =>
  target === null ? [] : (parameters.get(target) ?? declaredOn(Object.getPrototypeOf(target) as object | null));

/** The parameters of the class and of those that it extends. */
export const parametersOf = (type: OptionsClass): readonly Parameter[] => declaredOn(type.prototype as object);

/** `--forward-to` for the property `forwardTo` or the field `forward_to`. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** `--name <value>`, named after the property. Required and not blank unless `optional`. */
export const CliOption = (value: string, description: string, details: Details = {}): PropertyDecorator =>
  declare(
    (property) => ({ syntax: `${flagOf(property)} ${value}`, name: flagOf(property), isArgument: false }),
    description,
    details,
  );

/** `--name` without a value: true if it is given. */
export const CliFlag = (description: string): PropertyDecorator =>
  declare((property) => ({ syntax: flagOf(property), name: flagOf(property), isArgument: false }), description, {
    optional: true,
  });

/** A positional argument: `<shell>`, or `[id]` for an optional one. */
export const CliArgument = (value: string, description: string, details: Details = {}): PropertyDecorator =>
  declare(() => ({ syntax: value, name: value, isArgument: true }), description, details);

function declare(
  named: (property: string) => { readonly syntax: string; readonly name: string; readonly isArgument: boolean },
  description: string,
  { optional, choices }: Details,
): PropertyDecorator {
  return (target, key) => {
    const { name, syntax, isArgument } = named(String(key));
    parameters.set(target, [
      ...declaredOn(target),
      { property: String(key), syntax, isArgument, description, optional, choices },
    ]);
    Expose()(target, key);
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))(target, key);
    if (optional) IsOptional()(target, key);
    IsNotEmpty({ message: `${syntax} is required.` })(target, key);
    if (choices) IsIn(choices, { message: `${name} must be one of ${choices.join(', ')}, not $value.` })(target, key);
  };
}

/** Declares the options and arguments of the class on the command. The class validates the values, not the parser. */
export function addOptions(command: Command, type: OptionsClass): void {
  for (const { syntax, isArgument, description, optional, choices } of parametersOf(type)) {
    const listed = choices && { argChoices: [...choices] };
    const required = optional ? '' : ' (required)';
    if (isArgument) command.addArgument(Object.assign(new Argument(syntax, description), listed));
    else command.addOption(Object.assign(new Option(syntax, `${description}${required}`), listed));
  }
}

/** The validated options, or a sentence for each invalid one. */
export function readOptions<T extends object>(
  type: OptionsClass<T>,
  values: object,
): { readonly options: T; readonly sentences: readonly string[] } {
  const options = plainToInstance(type, values, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const errors = validateSync(options, { stopAtFirstError: true });
  const sentences = parametersOf(type).flatMap(({ property }) =>
    Object.values(errors.find((error) => error.property === property)?.constraints ?? {}),
  );
  return { options, sentences };
}
