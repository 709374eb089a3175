import { Migration } from '@mikro-orm/migrations';

/** Applications name a release by the digest of one of its files. */
export class Migration20261207_0103_ArtifactsByDigest extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists releases.artifacts_by_digest');
    this.addSql('create index concurrently artifacts_by_digest on releases.artifacts (organization_id, sha256)');
  }
}
