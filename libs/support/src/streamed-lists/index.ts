export { allItems, mapList, type MaybeStreamed, type Streamed, StreamedList } from './streamed-list.ts';
