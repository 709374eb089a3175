import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

const of = {
  benefitId: p.uuid().primary(),
  fileId: p.uuid().primary(),
};

/** Who has downloaded a file through a benefit. */
export const DownloadMapping = defineEntity({
  name: 'DownloadRow',
  schema: 'catalog',
  tableName: 'downloads',
  properties: {
    ...of,
    customerId: p.uuid().primary(),
    organizationId: p.uuid(),
    downloads: p.integer(),
    lastDownloadedAt: p.datetime(3),
  },
});

/** The number of rows of `DownloadMapping`, and the sum of their downloads. */
export const DownloadTotalMapping = defineEntity({
  name: 'DownloadTotalRow',
  schema: 'catalog',
  tableName: 'download_totals',
  properties: { ...of, organizationId: p.uuid(), downloads: p.integer(), downloaders: p.integer() },
});

export interface DownloadTables {
  'catalog.downloads': InferKyselyTable<typeof DownloadMapping>;
  'catalog.download_totals': InferKyselyTable<typeof DownloadTotalMapping>;
}
