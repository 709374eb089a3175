import * as currencies from '../../../libs/support/src/currencies/currencies.ts';
import type { Schema } from '../api/client.ts';

export type Currency = Schema<'PresentmentCurrency'>;

export const CURRENCIES = currencies.CURRENCIES as readonly Currency[];
