export { type Address, invalidState, withKnownState } from './address.ts';
