import type { Client } from 'pg';
import { type Finding, ok, warning } from './finding.ts';

/** As many are listed. */
const MOST = 20;

const SHARING = `select s.organization_id as organization, k.id, k.display_key as shown, o.id as other, o.display_key as "otherShown"
  from licensing.key_strings s
  join licensing.key_strings first on first.organization_id = s.organization_id and first.digest = s.shares_form_with
  join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id
  join licensing.license_keys o on o.organization_id = first.organization_id and o.id = first.license_key_id
  where s.shares_form_with is not null and s.valid_until is null and first.valid_until is null
  order by s.organization_id, s.digest limit ${MOST + 1}`;

const MISSING = `select from licensing.key_strings where form is null and shares_form_with is null and valid_until is null limit 1`;

interface Pair {
  readonly organization: string;
  readonly id: string;
  readonly shown: string;
  readonly other: string;
  readonly otherShown: string;
}

/** Whether every license key is found however it is written. */
export async function examineLicenseKeys(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<Pair>(SHARING);
  const { rowCount } = await client.query(MISSING);
  return [sharing(rows), ...(rowCount ? [missing] : [])];
}

const missing = warning(
  'license keys',
  'The normal forms of some are not stored yet',
  'A worker does it within minutes. Until then these keys are found as they are written only.',
);

function sharing(pairs: readonly Pair[]): Finding {
  if (pairs.length === 0) return ok('license keys', 'no two have the same normal form');
  const listed = pairs
    .slice(0, MOST)
    .map(({ organization, id, shown, other, otherShown }) => `${id} (${shown}) and ${other} (${otherShown}) of ${organization}`)
    .join('; ');
  return warning(
    'license keys',
    `Keys have the same normal form and are found as they are written only: ${listed}${pairs.length > MOST ? '; and others' : ''}`,
    'Rotate one of each two, or leave them if customers copy them exactly.',
  );
}
