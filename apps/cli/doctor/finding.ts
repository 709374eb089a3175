/** What a check found, and what to do about it. */
export interface Finding {
  readonly check: string;
  /** A warning is no reason for the exit code of a failure. */
  readonly state: 'ok' | 'warning' | 'problem';
  readonly finding: string;
  readonly advice?: string;
}

export const ok = (check: string, finding: string): Finding => ({ check, state: 'ok', finding });
export const warning = (check: string, finding: string, advice: string): Finding => ({
  check,
  state: 'warning',
  finding,
  advice,
});
export const problem = (check: string, finding: string, advice: string): Finding => ({
  check,
  state: 'problem',
  finding,
  advice,
});
