export { InMemorySeatPools } from './in-memory-seat-pools.ts';
export { aMember, aSeatPool, digestOf, hoursAfterNow, NOW, to } from './seat-pool.builder.ts';
