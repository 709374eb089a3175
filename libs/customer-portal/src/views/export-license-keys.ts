import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import type { Streamed, StreamedList } from '#support/streamed-lists';
import {
  describeResource,
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
import { ActivationDeviceView } from './activation-device.view.ts';

const when = () => nullable(timestamp());

/** A license key with its activations, for the customer who holds it. */
export const ExportedLicenseKeyView = object(
  {
    id: uuid4(),
    member_id: nullable(uuid4()),
    benefit_id: uuid4(),
    key: text(),
    status: oneOf(['granted', 'revoked', 'disabled']),
    limit_activations: nullable(integer()),
    usage: integer(),
    limit_usage: nullable(integer()),
    validations: integer({ le: Number.MAX_SAFE_INTEGER }),
    last_validated_at: when(),
    expires_at: when(),
    created_at: timestamp(),
    modified_at: when(),
    activations: list(
      object(
        {
          id: uuid4(),
          label: text(),
          meta: metadata(),
          device: nullable(text()),
          device_details: optional(ActivationDeviceView),
          created_at: timestamp(),
        },
        'CustomerExportActivation',
        {
          id: 'The ID of the activation.',
          label: 'The label of the activation.',
          meta: 'Additional data of the activation.',
          device: 'The ID of the device, or `null`.',
          device_details: 'What else is known about the device. Left out if nothing is.',
          created_at: 'When the license key was activated.',
        },
      ),
    ),
    increments: list(
      object(
        {
          id: uuid4(),
          created_at: timestamp(),
          counter: text(),
          units: integer(),
          activation_id: nullable(uuid4()),
          metadata: metadata(),
        },
        'CustomerExportIncrement',
        {
          id: 'The ID of the increment.',
          created_at: 'When the units were counted.',
          counter: 'The counter to which the units were added.',
          units: 'How many units were added.',
          activation_id: 'The ID of the activation that was named, or `null`.',
          metadata: 'What the application said about the units.',
        },
      ),
    ),
  },
  'CustomerExportLicenseKey',
  {
    ...describeResource('license key'),
    member_id: 'The ID of the member who holds the license key, or `null`.',
    benefit_id: 'The ID of the benefit through which the license key was issued.',
    key: 'The license key.',
    status: 'The status of the license key.',
    limit_activations: 'The maximum number of activations, or `null` if the license key cannot be activated.',
    usage: 'The usage so far.',
    limit_usage: 'The maximum usage, or `null` if it is not limited.',
    validations: 'The number of successful validations.',
    last_validated_at: 'When the license key was last validated, or `null`.',
    expires_at: 'When the license key expires, or `null` if it does not.',
    activations: 'The current activations.',
    increments: 'The increments of counters of which applications said what they were for.',
  },
);
export type ExportedLicenseKeyView = Infer<typeof ExportedLicenseKeyView>;

/** A license key whose activations and increments are read when they are written. */
export type ExportedLicenseKey = Streamed<ExportedLicenseKeyView, 'activations' | 'increments'>;

/** All license keys that the session may see, oldest first. Handled by the context that has them. */
export class ExportLicenseKeys extends Query<StreamedList<ExportedLicenseKey>> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}
