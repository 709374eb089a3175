import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type ExportedLicenseKey, ExportLicenseKeys } from '#customer-portal/views';
import { streamList } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import type { StreamedList } from '#support/streamed-lists';
import { incrementsOf } from './increments-of-key.ts';
import { toDeviceView } from './to-device-view.ts';
import { portalKeys, visibleActivations } from './visible-keys.ts';

const KEY = [
  ...(['id', 'member_id', 'benefit_id', 'encrypted_key', 'status', 'usage', 'validations', 'activation_count'] as const),
  'policy_state',
] as const;
const LIMITS = ['limit_activations', 'limit_usage', 'last_validated_at', 'expires_at', 'created_at', 'modified_at'] as const;
const ACTIVATION = ['id', 'label', 'meta', 'device', 'device_profile', 'created_at'] as const;

@QueryHandler(ExportLicenseKeys)
export class ExportLicenseKeysHandler implements IQueryHandler<ExportLicenseKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access }: ExportLicenseKeys): Promise<StreamedList<ExportedLicenseKey>> {
    const keys = streamList(this.em, { query: portalKeys(this.em, access).select(KEY).select(LIMITS) });
    return keys.map((page) =>
      page.map(({ encrypted_key, activation_count, policy_state, ...row }) => ({
        ...row,
        key: this.keyring.decrypt(encrypted_key),
        activations: activation_count === 0 ? [] : this.activations(access.organizationId, row.id),
        increments: policy_state?.keptIncrements ? this.increments(access.organizationId, row.id) : [],
      })),
    );
  }

  private increments(organizationId: string, licenseKeyId: string) {
    return streamList(this.em, { query: incrementsOf(this.em, organizationId, licenseKeyId), large: ['metadata'] });
  }

  private activations(organizationId: string, licenseKeyId: string) {
    const own = visibleActivations(this.em, [organizationId]).where('license_key_id', '=', licenseKeyId);
    return streamList(this.em, { query: own.select(ACTIVATION), large: ['label', 'meta', 'device_profile'] }).map((page) =>
      page.map(({ device_profile, ...row }) => (device_profile ? { ...row, device_details: toDeviceView(device_profile) } : row)),
    );
  }
}
