import { Migration } from '@mikro-orm/migrations';

/**
 * Keys are found by how the label of an activation begins. Only its beginning is in the index: a row of an index has at most 2,704 bytes.
 */
export class Migration20261210_0504_KeysByDeviceName extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.activations_by_label');
    this.addSql(`create index concurrently activations_by_label on licensing.activations
      (organization_id, "left"(platform.folded(label), 60) text_pattern_ops) include (license_key_id)
      where deactivated_at is null`);
  }
}
