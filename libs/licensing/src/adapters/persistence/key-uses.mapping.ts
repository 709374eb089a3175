import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { UseKind } from '../../domain/keys/key-uses.ts';

/** How often keys of a benefit were used, or refused, in an hour. */
export const KeyUsesMapping = defineEntity({
  name: 'KeyUsesRow',
  schema: 'licensing',
  tableName: 'key_uses',
  properties: {
    organizationId: p.uuid().primary(),
    kind: p.text().$type<UseKind>().primary(),
    hour: p.datetime().primary(),
    benefitId: p.uuid().primary(),
    detail: p.text().primary(),
    count: p.bigint('number'),
  },
});

/** One row: since when uses are counted so. */
export const KeyUsesSinceMapping = defineEntity({
  name: 'KeyUsesSinceRow',
  schema: 'licensing',
  tableName: 'key_uses_since',
  properties: { since: p.datetime(3).primary() },
});

export interface KeyUsesTables {
  'licensing.key_uses': InferKyselyTable<typeof KeyUsesMapping>;
  'licensing.key_uses_since': InferKyselyTable<typeof KeyUsesSinceMapping>;
}
