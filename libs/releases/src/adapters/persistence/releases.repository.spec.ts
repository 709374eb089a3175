import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { releasesContract } from '../../../testing/releases.contract.ts';
import { releasesTables } from '../../index.ts';
import { MikroOrmArtifacts } from './artifacts.repository.ts';
import { MikroOrmDownloadTokens } from './download-tokens.repository.ts';
import { PgPublishedReleases } from './published-releases.repository.ts';
import { PgReleaseDownloads } from './release-downloads.repository.ts';
import { MikroOrmReleases } from './releases.repository.ts';

releasesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(releasesTables);
  const downloads = new PgReleaseDownloads(orm.em);
  return {
    releases: new MikroOrmReleases(orm.em),
    artifacts: new MikroOrmArtifacts(orm.em),
    published: new PgPublishedReleases(orm.em),
    downloads,
    tokens: new MikroOrmDownloadTokens(orm.em),
    countsOf: async (releaseId) => {
      const sql = `select t.downloads::integer, t.license_keys::integer as "licenseKeys" from releases.download_totals t where release_id = ?
        and downloads = (select sum(downloads) from releases.downloads d where d.release_id = t.release_id)`;
      const [counts] = await orm.em.fork().execute<{ downloads: number; licenseKeys: number }[]>(sql, [releaseId]);
      return counts!;
    },
    close: async () => {
      await downloads.onApplicationShutdown();
      await close();
    },
  };
});
