import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import { BenefitGrant } from '../../domain/benefit-grant.ts';
import { BenefitGrantMapping } from './benefit-grant.mapping.ts';

export const GRANTS = BatchTable.of(BenefitGrantMapping);

export type GrantRow = LoadedRow<StoredProperties<typeof BenefitGrantMapping>>;

export const toGrant = (row: GrantRow): BenefitGrant => BenefitGrant.fromState(GRANTS.read(row));

export const GRANT_COLUMNS = GRANTS.selectList('g');
export const WRITE_GRANTS = GRANTS.upsert('benefit-grants-write');
