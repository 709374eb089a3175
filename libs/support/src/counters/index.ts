export {
  allowanceOf,
  counterAt,
  countersAt,
  countersBegun,
  type CountersPolicy,
  type CountersState,
  type CounterState,
  type CountingKey,
  rulesOf,
  withCounters,
} from './counters.ts';
