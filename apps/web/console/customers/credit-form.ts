export interface CreditProps {
  readonly customer: string;
  readonly onClose: () => void;
  readonly onGiven: (text: string) => Promise<void>;
}

export const unitsOf = (form: FormData): number => Number(String(form.get('units')).trim());
