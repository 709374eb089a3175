/** Where an application keeps what the library has to remember: a few texts of some kilobytes, by name. */
export interface Storage {
  /** Null if there is nothing of this name. */
  read(name: string): Promise<string | null>;
  /** Replaces what has the name as a whole: after a failure or a crash it is the old or the new text. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /**
   * Writes only if there is nothing of this name, and says whether it did. Of several that write at once, one does. Needed where
   * several processes share a storage; without it, the text that is written last stays.
   */
  create?(name: string, text: string): Promise<boolean>;
  /** Runs work that reads and then writes: that of several processes, one after the other. Needed where they share a storage. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
}
