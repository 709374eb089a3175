export { AuthModule } from './auth.module.ts';
export { BearerGuard } from './bearer-guard.ts';
export type { Principal } from './principal.ts';
