import { BatchTable, type LoadedRow, type StoredProperties } from '#platform/persistence';
import { BenefitGrant } from '../../domain/benefit-grant.ts';
import { BenefitGrantMapping } from './benefit-grant.mapping.ts';

export const GRANTS = BatchTable.of(BenefitGrantMapping);

type GrantState = StoredProperties<typeof BenefitGrantMapping>;
export type GrantRow = LoadedRow<GrantState>;

export const toGrant = (row: GrantRow): BenefitGrant => GRANTS.load(Object.create(BenefitGrant.prototype) as BenefitGrant, row);

/** The stored fields of a grant, some of which it keeps private. */
export const grantStateOf = (grant: BenefitGrant): GrantState => grant as unknown as GrantState;

export const GRANT_COLUMNS = GRANTS.selectList('g');
export const WRITE_GRANTS = GRANTS.upsert('benefit-grants-write');
