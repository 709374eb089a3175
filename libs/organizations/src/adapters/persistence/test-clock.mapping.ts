import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { TestClockStatus } from '../../domain/test-clock.ts';

export const TestClockMapping = defineEntity({
  name: 'TestClockRow',
  schema: 'organizations',
  tableName: 'test_clocks',
  properties: {
    organizationId: p.uuid().primary(),
    aheadMs: p.bigint('number'),
    status: p.text().$type<TestClockStatus>(),
    advancedAt: p.datetime(3).nullable(),
    /** The number of the last move among those of all clocks. */
    revision: p.bigint('number'),
  },
});

export interface TestClockTables {
  'organizations.test_clocks': InferKyselyTable<typeof TestClockMapping>;
}
