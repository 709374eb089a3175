export { type Address, invalidState, unknownStateOf, withKnownState } from './address.ts';
