export { printedCards } from './cards.ts';
