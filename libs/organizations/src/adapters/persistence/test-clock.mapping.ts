import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { entityClass } from '#engine/persistence';
import { TestClock } from '../../domain/test-clock.ts';

export const TestClockMapping = defineEntity({
  class: entityClass(TestClock),
  schema: 'organizations',
  tableName: 'test_clocks',
  properties: {
    organizationId: p.uuid().primary(),
    aheadMs: p.bigint('number'),
    status: p.text().$type<TestClock['status']>(),
    advancedAt: p.datetime(3).nullable(),
    /** The number of the last move among those of all clocks. */
    revision: p.bigint('number'),
  },
});

export interface TestClockTables {
  'organizations.test_clocks': InferKyselyTable<typeof TestClockMapping>;
}
