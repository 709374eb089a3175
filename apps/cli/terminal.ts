/** The environment and the output streams of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}
