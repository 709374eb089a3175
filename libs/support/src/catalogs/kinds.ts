import type { Entry, Section } from './entries.ts';

/** A resource as the API shows it. */
export type Resource = { readonly id: string; readonly created_at: string; readonly modified_at: string | null } & Entry;

interface Kind {
  readonly path: string;
  /** The field that names a resource to people. */
  readonly name: string;
  /** In the order of the file. */
  readonly fields: readonly string[];
  /** Fields that only a new resource can have. */
  readonly fixed: readonly string[];
  /** Fields whose value is merged with the existing one instead of replacing it. */
  readonly merges: readonly string[];
  /** Fields that every request to change a resource has. */
  readonly tells: readonly string[];
  /** What holds where a file does not name a field. */
  readonly implied: Entry;
  /** What a new resource has unless the file says otherwise. */
  readonly initial: Entry;
  /** Whether the resource keeps its key, as metadata. */
  readonly keepsKey: boolean;
  /** What a resource is changed to instead of being deleted. */
  readonly archived: Entry | undefined;
}

const PERIODS = ['recurring_interval', 'recurring_interval_count', 'meter_interval', 'meter_interval_count'];
const NOT_ARCHIVED: Entry = { is_archived: false };

export const KINDS: Readonly<Record<Section, Kind>> = {
  meters: {
    path: '/v1/meters/',
    name: 'name',
    fields: [
      'name',
      'is_archived',
      'unit',
      'custom_label',
      'custom_multiplier',
      'filter',
      'aggregation',
      'late_events',
      'metadata',
    ],
    fixed: [],
    merges: ['metadata'],
    tells: [],
    implied: NOT_ARCHIVED,
    initial: {},
    keepsKey: true,
    archived: { is_archived: true },
  },
  custom_fields: {
    path: '/v1/custom-fields/',
    name: 'slug',
    fields: ['type', 'slug', 'name', 'properties', 'metadata'],
    fixed: ['type'],
    merges: ['properties', 'metadata'],
    tells: ['type'],
    implied: {},
    initial: { properties: {} },
    keepsKey: true,
    archived: undefined,
  },
  benefits: {
    path: '/v1/benefits/',
    name: 'description',
    fields: ['type', 'description', 'visibility', 'properties', 'values', 'attach', 'combine', 'metadata'],
    fixed: ['type'],
    merges: ['properties', 'metadata'],
    tells: ['type'],
    implied: {},
    initial: { properties: {} },
    keepsKey: true,
    archived: undefined,
  },
  products: {
    path: '/v1/products/',
    name: 'name',
    fields: [
      'name',
      'description',
      'visibility',
      'is_archived',
      ...PERIODS,
      'trial_interval',
      'trial_interval_count',
      'renewal_url',
      'upgrade_url',
      'prices',
      'benefits',
      'medias',
      'attached_custom_fields',
      'metadata',
    ],
    fixed: PERIODS,
    merges: ['metadata'],
    tells: [],
    implied: NOT_ARCHIVED,
    initial: {},
    keepsKey: true,
    archived: { is_archived: true },
  },
  webhook_endpoints: {
    path: '/v1/webhooks/endpoints',
    name: 'name',
    fields: ['name', 'url', 'enabled', 'format', 'envelope', 'api_version', 'events', 'products', 'benefits'],
    fixed: [],
    merges: [],
    tells: [],
    implied: {},
    initial: { format: 'raw' },
    keepsKey: false,
    archived: { enabled: false },
  },
  connectors: {
    path: '/v1/connectors/',
    name: 'name',
    fields: ['provider', 'name', 'account', 'is_test', 'entitlement', 'customer_email', 'unmapped', 'own_metadata', 'prices'],
    fixed: ['provider'],
    merges: ['prices'],
    tells: [],
    implied: {},
    initial: {},
    keepsKey: false,
    archived: undefined,
  },
};
