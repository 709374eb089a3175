import { AuditEntries } from '../src/domain/audit-entries.ts';

export interface StoredEntry {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string | null;
  readonly actorType: string;
  readonly createdAt: Date;
  address: string | null;
  changes: object | null;
}

const CUSTOMERS_SIDE = new Set(['customer', 'member', 'anonymous']);

export class InMemoryAuditEntries extends AuditEntries {
  entries: StoredEntry[] = [];

  constructor(private readonly step: number) {
    super();
  }

  eraseSome(organizationId: string, customerId: string): Promise<number> {
    const hasAddress = ({ address, actorType }: StoredEntry): boolean => address !== null && CUSTOMERS_SIDE.has(actorType);
    const some = this.entries
      .filter((each) => each.organizationId === organizationId && each.customerId === customerId)
      .filter((each) => each.changes !== null || hasAddress(each))
      .slice(0, this.step);
    for (const each of some) {
      each.changes = null;
      if (hasAddress(each)) each.address = null;
    }
    return Promise.resolve(some.length);
  }

  deleteSome(before: Date): Promise<number> {
    const some = new Set(this.entries.filter(({ createdAt }) => createdAt < before).slice(0, this.step));
    this.entries = this.entries.filter((each) => !some.has(each));
    return Promise.resolve(some.size);
  }
}
