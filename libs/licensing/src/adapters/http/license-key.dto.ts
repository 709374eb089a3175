import { defineRequest, repeatable, paging } from '#platform/http';
import {
  unionByKey,
  withDefault,
  type FieldsFor,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import type { UpdateLicenseKey } from '../../commands/update-license-key.ts';

const none = () => ({});
const status = oneOf(['granted', 'revoked', 'disabled']);
const int32AboveZero = () => integer({ gt: 0 });
const id = { id: uuid4() };

/** What a seller sets when issuing a key, and may change later. */
const sellerTerms = {
  limit_activations: optional(nullable(int32AboveZero())),
  limit_usage: optional(nullable(int32AboveZero())),
  expires_at: optional(nullable(timestamp())),
} satisfies FieldsFor<Omit<UpdateLicenseKey['terms'], 'status' | 'usage'>>;

const presented = { key: text(), organization_id: uuid4() };

const DEVICE = optional(text({ min: 1, max: 128 }));

export const ActivateRequest = defineRequest({
  headers: { 'license-device': DEVICE },
  body: object(
    { ...presented, label: text(), conditions: withDefault(metadata(), none), meta: withDefault(metadata(), none) },
    'LicenseKeyActivate',
  ),
});

export const ValidateRequest = defineRequest({
  body: object(
    {
      ...presented,
      activation_id: optional(nullable(uuid4())),
      benefit_id: optional(nullable(uuid4())),
      customer_id: optional(nullable(uuid4())),
      increment_usage: optional(nullable(integer({ ge: 0 }))),
      conditions: withDefault(metadata(), none),
    },
    'LicenseKeyValidate',
  ),
});

export const DeactivateRequest = defineRequest({
  body: object({ ...presented, activation_id: uuid4() }, 'LicenseKeyDeactivate'),
});

export const ListRequest = defineRequest({
  query: {
    organization_id: repeatable(uuid4()),
    benefit_id: repeatable(uuid4()),
    status: repeatable(status),
    key: optional(text()),
    ...paging,
  },
});

export const ListOwnRequest = defineRequest({ query: { benefit_id: optional(uuid4()), ...paging } });

export const GetOwnRequest = defineRequest({ path: id });

export const GetRequest = defineRequest({
  path: id,
  query: { activations_page: optional(paging.page), activations_limit: optional(paging.limit) },
});

export const GetActivationRequest = defineRequest({ path: { ...id, activation_id: uuid4() } });

export const UpdateRequest = defineRequest({
  path: id,
  body: object(
    {
      status: optional(status),
      usage: optional(integer({ ge: 0 })),
      ...sellerTerms,
    },
    'LicenseKeyUpdate',
  ),
});

const THIRTY_DAYS = 30 * 24 * 60 * 60;

export const RotateRequest = defineRequest({
  path: id,
  body: optional(object({ overlap_seconds: withDefault(integer({ ge: 0, le: THIRTY_DAYS }), () => 0) }, 'LicenseKeyRotate')),
});

const order = object(
  {
    customer_id: uuid4(),
    benefit_id: uuid4(),
    member_id: optional(nullable(uuid4())),
    key: optional(nullable(text({ min: 1, max: 255 }))),
    ...sellerTerms,
  },
  'LicenseKeyCreate',
);

export type OrderBody = Infer<typeof order>;

const batch = object({ license_keys: list(order, { min: 1, max: 1000 }) }, 'LicenseKeysCreate');

export const IssueRequest = defineRequest({ body: unionByKey('license_keys', batch, order) });
