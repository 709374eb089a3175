import { type Expression, type SqlBool, sql } from 'kysely';

/** The license key `k` is granted, has not expired, and is not that of another member. `KeyToExtend` says the same of one. */
export const isUsableKey = (at: Date, memberId: Expression<string | null>): Expression<SqlBool> => sql<SqlBool>`
  k.status = 'granted' and (k.expires_at is null or k.expires_at > ${at}::timestamptz)
  and (k.member_id is null or ${memberId} is null or k.member_id = ${memberId})`;
