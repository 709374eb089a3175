import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import { anyOf } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { type ExportedLicenseKeyView, ExportLicenseKeys } from '../contract/index.ts';
import { portalKeys, visibleActivations } from './visible-keys.ts';

const KEY = ['id', 'member_id', 'benefit_id', 'encrypted_key', 'status', 'usage', 'validations'] as const;
const LIMITS = ['limit_activations', 'limit_usage', 'last_validated_at', 'expires_at', 'created_at', 'modified_at'] as const;
const ACTIVATION = ['id', 'label', 'meta', 'device', 'created_at'] as const;

type Activation = ExportedLicenseKeyView['activations'][number];

@QueryHandler(ExportLicenseKeys)
export class ExportLicenseKeysHandler implements IQueryHandler<ExportLicenseKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access }: ExportLicenseKeys): Promise<ExportedLicenseKeyView[]> {
    const rows = await portalKeys(this.em, access).select(KEY).select(LIMITS).orderBy('created_at').orderBy('id').execute();
    const ids = rows.map(({ id }) => id);
    const activations = await this.activations(access, ids);
    return rows.map(({ encrypted_key, ...row }) => ({
      ...row,
      key: this.keyring.decrypt(encrypted_key),
      activations: activations.get(row.id) ?? [],
    }));
  }

  private async activations(access: CustomerAccess, keys: readonly string[]): Promise<ReadonlyMap<string, Activation[]>> {
    const byKey = new Map<string, Activation[]>();
    if (keys.length === 0) return byKey;
    const rows = await visibleActivations(this.em, [access.organizationId])
      .select(['license_key_id', ...ACTIVATION])
      .where(anyOf('license_key_id', keys))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    for (const { license_key_id, ...activation } of rows) {
      const known = byKey.get(license_key_id);
      if (known) known.push(activation);
      else byKey.set(license_key_id, [activation]);
    }
    return byKey;
  }
}
