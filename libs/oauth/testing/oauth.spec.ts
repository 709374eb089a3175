import { organizationsTables } from '#organizations';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { oauthTables } from '../src/index.ts';
import { oauthContract } from './oauth.contract.ts';
import { postgresOAuth } from './postgres-oauth.ts';

oauthContract('PostgreSQL', async (clock) => {
  const { orm, close } = await freshOrm(organizationsTables, oauthTables);
  return {
    ...postgresOAuth(orm.em, new Keyring([Buffer.alloc(32, 1)]), clock),
    close,
  };
});
