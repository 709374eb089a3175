import type { CommandBus, QueryBus } from '@nestjs/cqrs';

export interface Option {
  /** What stands for the value in the help: `<slug>`. */
  readonly value: string;
  readonly about: string;
  readonly optional?: true;
  /** The only values there are. */
  readonly choices?: readonly string[];
}

type Options = { readonly [name: string]: Option };
type ValuesOf<O extends Options> = { readonly [K in keyof O]: O[K] extends { optional: true } ? string | undefined : string };

export interface Buses {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

interface Definition<O, V> {
  readonly summary: string;
  readonly options: O;
  /** Answers with what is said when it is done. */
  run(buses: Buses, values: V): Promise<string>;
}

/** What was given for each option, once it is checked. */
export type Values = { readonly [name: string]: string | undefined };
export type Subcommand = Definition<Options, Values>;

/** Types the values by the options. */
export const define = <const O extends Options>(subcommand: Definition<O, ValuesOf<O>>): Subcommand =>
  subcommand as Definition<Options, never> as Subcommand;
