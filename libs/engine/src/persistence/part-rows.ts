import type { EntitySchemaWithMeta, FilterQuery, InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Differing } from './differing-columns.ts';

type MappingOf<Mapping, Part> = [Differing<InferEntity<Mapping>, Part>] extends [never]
  ? Mapping
  : { readonly columnsThatDifferFromThePart: Differing<InferEntity<Mapping>, Part> };

/** Declares how a part of an aggregate is stored that has a table of its own: a row has its properties. */
export function partRows<Part extends { readonly id: string }, Mapping extends Pick<EntitySchemaWithMeta, 'properties'>>(
  mapping: Mapping & MappingOf<Mapping, Part>,
): PartRows<Part> {
  return new PartRows(mapping);
}

export class PartRows<Part extends { readonly id: string }> {
  constructor(private readonly mapping: Pick<EntitySchemaWithMeta, 'properties'>) {}

  /** The parts of an aggregate whose row is locked. */
  async find(transaction: EntityManager, where: object, orderBy: object): Promise<StoredParts<Part>> {
    const rows = await transaction.find<object>(this.mapping as never, where as FilterQuery<object>, { orderBy });
    return this.stored(transaction, rows);
  }

  /** The parts of a new aggregate. */
  none(transaction: EntityManager): StoredParts<Part> {
    return this.stored(transaction, []);
  }

  private stored(transaction: EntityManager, rows: readonly object[]): StoredParts<Part> {
    const byId = new Map(rows.map((row) => [(row as Part).id, row]));
    return {
      all: rows.map((row) => ({ ...(row as Part) })),
      put: (parts) => {
        for (const part of parts) {
          const row = byId.get(part.id);
          if (row) Object.assign(row, part);
          else transaction.persist(transaction.create(this.mapping as never, part as never));
        }
      },
    };
  }
}

export interface StoredParts<Part> {
  readonly all: readonly Part[];
  /** Adds and replaces parts when the aggregate is written. */
  put(parts: readonly Part[]): void;
}
