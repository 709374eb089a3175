export { aMember, aSeatPool, digestOf, hoursAfterNow, NOW, to } from './seat-pool.builder.ts';
