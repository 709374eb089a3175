import { LicenseClient, UnsupportedRuntime, WebStorage, type ClientOptions } from '../src/index.ts';

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

declare const localStorage: ConstructorParameters<typeof WebStorage>[0];

/** In a tab: creates these names, as others do at the same moment. Returns those that this tab has created. */
export async function created(names: readonly string[], tab: string): Promise<string[]> {
  const storage = new WebStorage(localStorage);
  const mine: string[] = [];
  for (const name of names) {
    const isMine = (await storage.read(name)) === null && (await storage.create(name, tab));
    if (isMine) mine.push(name);
    if (((await storage.read(name)) === tab) !== isMine) throw new Error(`${name} is that of another tab`);
  }
  return mine;
}

/** What a page of an application does that remembers. */
export const inTab = (given: Given): Promise<Record<string, string>> =>
  situations(given, { storage: new WebStorage(localStorage) });

/** What it knows when it is opened again. */
export async function reopened({ key: _key, ...built }: Given): Promise<string> {
  const state = await new LicenseClient({ ...built, storage: new WebStorage(localStorage) }).check();
  return state.usable ? 'ok' : state.reason;
}

const said = (result: { readonly outcome: string; readonly missing?: readonly string[]; readonly fault?: string }): string =>
  result.missing?.join(', ') ?? result.fault ?? result.outcome;
