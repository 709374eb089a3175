export { keyOf } from '../../../domain/digest.ts';
export { asEventId } from '../../../domain/event-lineage.ts';
