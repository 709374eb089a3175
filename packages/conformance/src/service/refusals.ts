import type { LicenseKey } from './license-key.ts';

const ERRORS: Readonly<Record<number, string>> = { 400: 'BadRequest', 403: 'NotPermitted', 404: 'ResourceNotFound' };

/** The service refuses: with a status, and with the reason in the header `License-Code`. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    private readonly others: Readonly<Record<string, string>> = {},
    private readonly retryAt?: Date,
  ) {
    super(code);
  }

  get headers(): Readonly<Record<string, string>> {
    const retry: Readonly<Record<string, string>> = this.retryAt ? { 'license-retry-at': this.retryAt.toISOString() } : {};
    return this.code === undefined ? this.others : { 'license-code': this.code, ...retry, ...this.others };
  }

  get body(): object {
    if (this.status === 422) return { detail: [{ type: 'value_error', loc: ['body'], msg: 'Not valid' }] };
    const retry = this.retryAt ? { retry_at: this.retryAt.toISOString() } : {};
    return { error: ERRORS[this.status], detail: `Refused: ${this.code}`, code: this.code, ...retry };
  }
}

export const refusal = (status: number, code?: string): Refused => new Refused(status, code);

/** Without a device that could be removed there is no page to remove one. */
export function fullKey({ id, isManaged, activations, heldUntil }: LicenseKey): Refused {
  const page = `https://licenses.example.com/portal/acme/manage#license=${id}`;
  const headers: Readonly<Record<string, string>> = isManaged && activations.length > 0 ? { 'license-manage-url': page } : {};
  return new Refused(403, 'ACTIVATION_LIMIT_REACHED', headers, heldUntil === null ? undefined : new Date(heldUntil * 1000));
}
