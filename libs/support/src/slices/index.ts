export { computeInSlices, forEachInSlices, mapInSlices, pause, replaceInSlices, restBetweenSlices } from './in-slices.ts';
