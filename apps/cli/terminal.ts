/** The environment, the output streams and the signals of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
  /** All that comes on stdin. */
  readonly readStdin: () => Promise<string>;
  /** Aborted by Ctrl+C. Only for commands that run until then: from the call on, signals no longer end the process. */
  readonly stopRequest: () => AbortSignal;
}
