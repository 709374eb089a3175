import type { LicenseKey } from './license-key.ts';

const ERRORS: Readonly<Record<number, string>> = { 400: 'BadRequest', 403: 'NotPermitted', 404: 'ResourceNotFound' };

/** The service refuses: with a status, and with the reason in the header `License-Code`. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    private readonly others: Readonly<Record<string, string>> = {},
  ) {
    super(code);
  }

  get headers(): Readonly<Record<string, string>> {
    return this.code === undefined ? this.others : { 'license-code': this.code, ...this.others };
  }

  get body(): object {
    if (this.status === 422) return { detail: [{ type: 'value_error', loc: ['body'], msg: 'Not valid' }] };
    return { error: ERRORS[this.status], detail: `Refused: ${this.code}`, code: this.code };
  }
}

export const refusal = (status: number, code?: string): Refused => new Refused(status, code);

export function fullKey({ id, isManaged }: LicenseKey): Refused {
  const page = `https://licenses.example.com/portal/acme/manage#license=${id}`;
  return new Refused(403, 'ACTIVATION_LIMIT_REACHED', isManaged ? { 'license-manage-url': page } : {});
}
