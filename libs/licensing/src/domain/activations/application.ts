/** What an application says about itself when it uses a key. */
export interface Application {
  readonly version: string | null;
  readonly releasedAt: Date | null;
}
