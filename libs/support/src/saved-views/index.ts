export { VIEWED_LISTS, type ViewedList } from './viewed-lists.ts';
