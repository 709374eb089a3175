import type { Answer } from './call.ts';
import type { LicenseFixture } from './license-fixture.ts';

/** What came of asking, in one look: the answer's parts, and whether anything in the database is not as it was. */
export async function expectUnchanged(fixture: LicenseFixture, request: () => Promise<Answer>): Promise<Answer['body']> {
  const before = JSON.stringify(await fixture.snapshot());
  const { status, headers, body } = await request();
  const changed = JSON.stringify(await fixture.snapshot()) !== before;
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
