import type { History, Kind, Operation, Operations } from '../operations.ts';

export type Done<K extends Kind> = Operation<K> & { readonly outcome: 'done'; readonly answer: Operations[K]['answer'] };
export type Refused<K extends Kind> = Operation<K> & { readonly outcome: 'refused'; readonly code: string };

/** What happened to one subject. */
export class Selection {
  constructor(private readonly operations: History) {}

  /** All operations of this kind. */
  all<K extends Kind>(kind: K): Operation<K>[] {
    return this.operations.filter((operation) => operation.kind === kind) as Operation<K>[];
  }

  done<K extends Kind>(kind: K): Done<K>[] {
    return this.all(kind).filter((operation) => operation.outcome === 'done') as Done<K>[];
  }

  refused<K extends Kind>(kind: K): Refused<K>[] {
    return this.all(kind).filter((operation) => operation.outcome === 'refused') as Refused<K>[];
  }

  /** What was done, and what nobody knows about. */
  possible<K extends Kind>(kind: K): Operation<K>[] {
    return this.all(kind).filter(({ outcome }) => outcome !== 'refused');
  }

  /** What the last operation of the kind has read; undefined if nothing was read. */
  read<K extends Kind>(kind: K): Operations[K]['answer'] | undefined {
    return this.done(kind).at(-1)?.answer;
  }
}

/** When an operation had certainly taken effect: never, if nobody knows whether it did. */
export const certainlyAfter = ({ outcome, until }: Operation): number => (outcome === 'done' ? until : Infinity);

export const earliest = (times: readonly number[]): number => Math.min(Infinity, ...times);
