import { fieldProblem } from '../../api/problem.ts';

export interface GiftProps {
  readonly customer: string;
  readonly onClose: () => void;
  readonly onGiven: (text: string) => Promise<void>;
}

/** The whole number above 0 that was typed. */
export function unitsOf(form: FormData, problem: string): number {
  const typed = String(form.get('units')).trim();
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw fieldProblem('units', problem);
  return Number(typed);
}
