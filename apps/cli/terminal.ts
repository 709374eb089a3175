/** What a command knows of the terminal that it was started in. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}
