export { keyOf } from '../../../domain/digest.ts';
export { idIn } from '../../../domain/event-lineage.ts';
