import type { Storage } from './storage.ts';

/** Remembers until the program ends. */
export class MemoryStorage implements Storage {
  private readonly texts = new Map<string, string>();

  async read(name: string): Promise<string | null> {
    return this.texts.get(name) ?? null;
  }

  async write(name: string, text: string): Promise<void> {
    this.texts.set(name, text);
  }

  async create(name: string, text: string): Promise<boolean> {
    const isNew = !this.texts.has(name);
    if (isNew) this.texts.set(name, text);
    return isNew;
  }

  async remove(name: string): Promise<void> {
    this.texts.delete(name);
  }
}
