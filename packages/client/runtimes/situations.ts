import { LicenseClient, UnsupportedRuntime, type ClientOptions } from '../src/index.ts';

/** What is built into an application, and a license key. */
export interface Given extends Pick<ClientOptions, 'url' | 'issuer' | 'organizationId' | 'rootKey'> {
  readonly key: string;
}

/** What an application does, in the order in which its customer sees it. */
export type Situation = 'activate' | 'validate' | 'lease' | 'check' | 'status list' | 'file';

/** Runs in every runtime. Returns what happened in each situation, and what was missing. */
export async function situations(
  { key, ...built }: Given,
  supplied: Partial<ClientOptions> = {},
): Promise<Record<string, string>> {
  const license = new LicenseClient({ ...built, attempts: 1, ...supplied });
  const missing = await license.missing();
  const activated = await license.activate(key, { label: 'runtime' });
  const validated = await license.validate();
  const leased = await license.lease();
  const state = await license.check();
  const status = await license.checkStatus();
  return {
    missing: missing.join(', '),
    activate: said(activated),
    validate: said(validated),
    lease: said(leased),
    check: state.usable ? 'ok' : state.reason,
    'status list': said(status),
    file: await license.offline.request({ label: 'runtime' }).then(
      () => 'ok',
      (error: unknown) => (error instanceof UnsupportedRuntime ? error.missing.join(', ') : String(error)),
    ),
  };
}

const said = (result: { readonly outcome: string; readonly missing?: readonly string[]; readonly fault?: string }): string =>
  result.missing?.join(', ') ?? result.fault ?? result.outcome;
