import type pg from 'pg';
import type { BillingFixture } from '../messaging/billing-fixture.ts';

/** Three of every ten keys are disabled, one is revoked and half expire within a year, which is not announced. Nothing is ever decrypted. */
const KEYS = `
  with made as (
    insert into licensing.license_keys (organization_id, id, customer_id, benefit_id, digest, encrypted_key, display_key, status,
      limit_activations, activation_count, usage, validations, created_at, expires_at, notice_at)
    select $1::uuid, gen_random_uuid(), c.id, $2, sha256((c.id::text || n)::bytea), '', '****-' || upper(left(md5(c.id::text || n), 6)),
      case when kind < 3 then 'disabled' when kind = 3 then 'revoked' else 'granted' end, 5, 0, 0, 0,
      now() - random() * interval '400 days', case when kind % 2 = 0 then now() + random() * interval '365 days' end, null
    from unnest($4::uuid[]) with ordinality as c (id, number), generate_series(0, $3::int - 1) as n,
      lateral (select (c.number + n) % 10 as kind) as kinds
    returning organization_id, digest, id
  )
  insert into licensing.key_strings (organization_id, digest, license_key_id, form, kind)
  select organization_id, digest, id, sha256(digest), 'generated' from made`;

/** So many keys for each of a seller's customers. */
export async function makeKeys(
  pool: pg.Pool,
  { organizationId, benefitId, customerIds }: Pick<BillingFixture, 'organizationId' | 'benefitId' | 'customerIds'>,
  each: number,
): Promise<void> {
  await pool.query(KEYS, [organizationId, benefitId, each, customerIds]);
}
