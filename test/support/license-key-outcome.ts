import type { Answer } from './call.ts';
import type { LicenseFixture } from './license-fixture.ts';

/** Sends a request; returns its status, error code and body, and whether anything in the database changed. */
export async function outcomeOfRequest(fixture: LicenseFixture, request: () => Promise<Answer>): Promise<Answer['body']> {
  const before = JSON.stringify(await fixture.snapshot());
  const { status, headers, body } = await request();
  const changed = JSON.stringify(await fixture.snapshot()) !== before;
  return { status, code: headers['license-code'], ...body, changed };
}

const rejected = (status: number, error: string) => (code: string, detail: string) => ({
  status,
  code,
  error,
  detail,
  changed: false,
});

export const badRequest = rejected(400, 'BadRequest');
export const notPermitted = rejected(403, 'NotPermitted');
export const notFound = (code: string, detail = 'Not found') => rejected(404, 'ResourceNotFound')(code, detail);
