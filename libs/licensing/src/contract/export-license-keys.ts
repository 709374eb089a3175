import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import { type Infer, integer, list, metadata, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

const when = () => nullable(timestamp());

/** A key with what is kept of it, and the devices that use it, for the one whose it is. */
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
          created_at: timestamp(),
        },
        'CustomerExportActivation',
      ),
    ),
  },
  'CustomerExportLicenseKey',
);
export type ExportedLicenseKeyView = Infer<typeof ExportedLicenseKeyView>;

/** The keys that the caller may see as its own, oldest first. */
export class ExportLicenseKeys extends Query<ExportedLicenseKeyView[]> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}
