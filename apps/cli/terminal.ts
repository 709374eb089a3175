/** The environment, the output streams and the signals of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  /** Resolves when there is room for more after what was printed: to false if nobody reads it any more. */
  readonly takesMore: () => Promise<boolean>;
  readonly warn: (text: string) => void;
  /** All that comes on stdin. */
  readonly readStdin: () => Promise<string>;
  /** Aborted by Ctrl+C, and when nobody reads the output any more. Only for commands that run until then: from the call on, signals no longer end the process. */
  readonly stopRequest: () => AbortSignal;
}
