import type { Opt } from '@mikro-orm/core';

/** Columns that the persistence keeps for itself have the names of their columns, such as `created_at`. */
type OwnColumns = `${string}_${string}`;

/** As `toSnakeCase` does it. */
type SnakeCase<Name extends string, Before extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? SnakeCase<Rest, First extends Lowercase<First> ? `${Before}${First}` : `${Before}_${Lowercase<First>}`>
  : Before;

/** A value as a column has it, for comparison: JSON may have names in snake_case there. MikroORM never loads `undefined`. */
export type InColumn<Value> = Value extends undefined
  ? never
  : Value extends Date | Uint8Array
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly InColumn<Item>[]
      : Value extends object
        ? {
            [Name in keyof Value as Name extends string ? (string extends Name ? Name : SnakeCase<Name>) : never]: InColumn<
              Value[Name]
            >;
          }
        : Value;

/** The value of a column without the mark that it has a default. */
type Unmarked<Value> = Value extends Opt<infer Column> ? Column : Value;

type NamesOf<Row, State> = Exclude<keyof Row & string, OwnColumns> | (keyof State & string);

/** Documents may be wider in the domain, which leaves out what has its default when it is stored. */
type Differs<Column, Value> = [Column] extends [Value]
  ? [Value] extends [Column]
    ? false
    : [Value] extends [{ readonly [name: string]: unknown } | null]
      ? false
      : true
  : true;

/** The names of what a row and the state of an aggregate do not have alike. */
export type Differing<Row, State> = {
  [Name in NamesOf<Row, State>]: Name extends keyof Row & keyof State
    ? Differs<InColumn<Unmarked<Row[Name]>>, InColumn<State[Name]>> extends true
      ? Name
      : never
    : Name;
}[NamesOf<Row, State>];
