import { takeParameter } from './take-parameter.ts';

const NAME = 'latchkey.device';

/** The code that an application shows, if the address has it. Kept while the customer signs in, in this tab only. */
export const takeDeviceCode = (): void => sessionStorage.setItem(NAME, takeParameter('code') || (deviceCode() ?? ''));

/** Empty if the customer has to type it; null if no device is to be signed in. */
export const deviceCode = (): string | null => sessionStorage.getItem(NAME);

export const forgetDeviceCode = (): void => sessionStorage.removeItem(NAME);
