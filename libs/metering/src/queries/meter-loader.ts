import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { BatchLoader } from '#engine/persistence';
import type { MeterView } from './meter.view.ts';
import { metersById } from './meter-rows.ts';

/** Reads meters by id, with one statement for all requests at that moment. */
@Injectable()
export class MeterLoader {
  private readonly meters: BatchLoader<MeterView>;

  constructor(em: EntityManager) {
    this.meters = new BatchLoader((ids) => metersById(em, ids), 'microtask');
  }

  read(ids: readonly string[]): Promise<ReadonlyMap<string, MeterView>> {
    return this.meters.readAll(ids);
  }
}
