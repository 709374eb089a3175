const MAX_VALUES = 1_000;

/** Values by name, each for a limited time. The oldest are dropped first. */
export class RecentValues<T> {
  private readonly values = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(private readonly lifetimeMs: number) {}

  get(name: string, now: Date): T | undefined {
    const known = this.values.get(name);
    return known && now.getTime() < known.until ? known.value : undefined;
  }

  set(name: string, value: T, now: Date): void {
    this.values.delete(name);
    this.values.set(name, { value, until: now.getTime() + this.lifetimeMs });
    if (this.values.size > MAX_VALUES) this.values.delete(this.values.keys().next().value!);
  }

  delete(name: string): void {
    this.values.delete(name);
  }
}
