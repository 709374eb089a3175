/** A request, as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Arriving = Reply | 'lost' | 'silent';

/**
 * What is between an application and the service, for each request: `answer` asks the service, with another request if it is given one.
 * `lost` closes the connection; `silent` leaves the request without a response. A promise is what else happens before the response arrives.
 */
export type Network = (received: Received, answer: (changed?: Received) => Reply) => Arriving | Promise<Arriving>;

/** Changes the responses to requests whose path has this end. */
export const changing =
  (end: string, change: (reply: Reply) => Reply): Network =>
  ({ path }, answer) =>
    path.endsWith(end) ? change(answer()) : answer();
