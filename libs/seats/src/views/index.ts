export { FindSeatViews } from './find-seat-views.ts';
