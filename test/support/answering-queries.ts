import type { IQuery, QueryBus } from '@nestjs/cqrs';

type Kind = new (...needs: never[]) => IQuery;

/** A bus with an answer for each kind of query, for tests of handlers. Any other query is an error. Keeps what was asked. */
export function answeringQueries(answers: readonly (readonly [Kind, (query: never) => unknown])[]): QueryBus & {
  readonly asked: IQuery[];
} {
  const asked: IQuery[] = [];
  const execute = async (query: IQuery): Promise<unknown> => {
    asked.push(query);
    const answer = answers.find(([kind]) => query instanceof kind)?.[1];
    if (!answer) throw new Error(`Nobody answers ${query.constructor.name}`);
    return answer(query as never);
  };
  // A handler uses nothing else of a bus.
  return { execute, asked } as unknown as QueryBus & { readonly asked: IQuery[] };
}
