/** Where an application keeps what the library has to remember: a few texts of some kilobytes, by name. */
export interface Storage {
  /** Null if there is nothing of this name. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}
