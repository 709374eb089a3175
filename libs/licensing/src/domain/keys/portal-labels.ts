import type { Language } from '#support/languages';

/** The label of the link that leads to the customer portal. */
export const PORTAL_LABELS: Record<Language, string> = {
  en: 'Open the customer portal',
  de: 'Zum Kundenportal',
  ar: 'فتح بوابة العملاء',
};
