import type { LicenseKey } from './context.ts';

export type KeyStatus = LicenseKey['status'] | 'expired';

export const statusOf = ({ status, expires_at }: LicenseKey): KeyStatus =>
  status === 'granted' && expires_at !== null && new Date(expires_at) <= new Date() ? 'expired' : status;
