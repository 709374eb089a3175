import type { Answer } from './call.ts';
import type { LicenseFixture } from './license-fixture.ts';

/** What came of asking, in one look: the answer's parts, and whether anything in the database is not as it was. */
export async function expectUnchanged(shop: LicenseFixture, ask: () => Promise<Answer>): Promise<Answer['body']> {
  const before = JSON.stringify(await shop.everything());
  const { status, headers, body } = await ask();
  const changed = JSON.stringify(await shop.everything()) !== before;
  return { status, code: headers['license-code'], ...body, changed };
}

const refusal = (status: number, error: string) => (code: string, detail: string) => ({
  status,
  code,
  error,
  detail,
  changed: false,
});

export const badRequest = refusal(400, 'BadRequest');
export const notPermitted = refusal(403, 'NotPermitted');
export const notFound = (code: string, detail = 'Not found') => refusal(404, 'ResourceNotFound')(code, detail);
