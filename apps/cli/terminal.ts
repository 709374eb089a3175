/** The environment, the output streams and the signals of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (output: string | Uint8Array) => void;
  /** Resolves when there is room for more after what was printed: to false if nobody reads it any more. */
  readonly takesMore: () => Promise<boolean>;
  readonly warn: (text: string) => void;
  /** All that comes on stdin. */
  readonly readStdin: () => Promise<string>;
  /** The line that a person types after the question; undefined if there is nobody to ask. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Aborted by Ctrl+C, and when nobody reads the output any more. Only for commands that run until then: from the call on, signals no longer end the process. */
  readonly stopRequest: () => AbortSignal;
}
