import type { Storage } from './storage.ts';

/** The part of `localStorage` that is needed. */
export interface WebStorageArea {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

const DATABASE = 'latchkey';
const CREATED = 'created';

/** The part of IndexedDB that is needed. */
interface Requested<T = unknown> {
  readonly result: T;
  readonly error: unknown;
  addEventListener(type: 'success' | 'error' | 'upgradeneeded', listener: () => void): void;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readwrite'): { objectStore(name: string): Texts };
  close(): void;
}
interface Texts {
  get(name: string): Requested<string | undefined>;
  put(text: string, name: string): Requested;
  delete(name: string): Requested;
}

/**
 * Remembers in `localStorage` of a browser or of Electron. What is created is kept in IndexedDB as well: the processes of a browser see
 * each other's writes to `localStorage` late (Firefox: also under a lock of the Web Locks API), but those of a transaction at once.
 */
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

  /** A tab that is not the first writes what the first one has created, so that it reads that at once. */
  async create(name: string, text: string): Promise<boolean> {
    const place = this.prefix + name;
    if (this.area.getItem(place) !== null) return false;
    let created = text;
    let isNew = true;
    await inDatabase(async (texts) => {
      const first = await resultOf(texts.get(place));
      isNew = first === undefined;
      created = first ?? text;
      if (isNew) await resultOf(texts.put(text, place));
    });
    this.area.setItem(place, created);
    return isNew;
  }

  async remove(name: string): Promise<void> {
    const place = this.prefix + name;
    this.area.removeItem(place);
    await inDatabase((texts) => resultOf(texts.delete(place)));
  }
}

/** In a transaction that other tabs wait for; nothing, where the browser has no IndexedDB or refuses it. */
async function inDatabase(operation: (texts: Texts) => Promise<unknown>): Promise<void> {
  const { indexedDB } = globalThis as { indexedDB?: { open(name: string): Requested<Database> } };
  if (!indexedDB) return;
  const opening = indexedDB.open(DATABASE);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(CREATED));
  const database = await resultOf(opening).catch(() => undefined);
  if (!database) return;
  try {
    await operation(database.transaction(CREATED, 'readwrite').objectStore(CREATED));
  } finally {
    database.close();
  }
}

const resultOf = <T>(request: Requested<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
