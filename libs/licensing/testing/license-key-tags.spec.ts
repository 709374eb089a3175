import { OrganizationClocks } from '#platform/clocks';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { tagsContract } from '../../../test/support/tags.contract.ts';
import { PgLicenseKeyTags } from '../src/adapters/persistence/license-key-tags.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { LICENSE_KEY_TAGS } from '../src/adapters/persistence/sql/license-key-tags.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey } from './license-key.builder.ts';

tagsContract('license keys', async () => {
  const { orm, close } = await freshOrm(licensingTables);
  const keys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
  return {
    orm,
    tags: new PgLicenseKeyTags(orm.em),
    table: LICENSE_KEY_TAGS,
    record: async (organizationId) => {
      const key = aLicenseKey().of(organizationId).newUnsaved();
      await keys.addAll([key]);
      return key.id;
    },
    close,
  };
});
