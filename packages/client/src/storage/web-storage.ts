import type { Storage } from './storage.ts';

/** The part of `localStorage` that is needed. */
export interface WebStorageArea {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** The part of the Web Locks API that is needed. */
interface Locks {
  request(name: string, operation: () => boolean): Promise<boolean>;
}

/** Remembers in `localStorage` of a browser or of Electron. */
export class WebStorage implements Storage {
  constructor(
    private readonly area: WebStorageArea,
    /** Before all names, so that several applications of an origin do not meet. */
    private readonly prefix = 'latchkey.',
  ) {}

  async read(name: string): Promise<string | null> {
    return this.area.getItem(this.prefix + name);
  }

  async write(name: string, text: string): Promise<void> {
    this.area.setItem(this.prefix + name, text);
  }

  /** Other tabs of the origin wait, where the browser has locks: on HTTPS. */
  async create(name: string, text: string): Promise<boolean> {
    const createNow = (): boolean => {
      const isNew = this.area.getItem(this.prefix + name) === null;
      if (isNew) this.area.setItem(this.prefix + name, text);
      return isNew;
    };
    const { locks } = (globalThis as { navigator?: { locks?: Locks } }).navigator ?? {};
    return locks ? locks.request(this.prefix + name, createNow) : createNow();
  }

  async remove(name: string): Promise<void> {
    this.area.removeItem(this.prefix + name);
  }
}
