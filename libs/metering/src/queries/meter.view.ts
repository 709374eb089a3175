export { DEEPEST, FilterView } from '../contract/filter.view.ts';
export { AggregationView, METER_UNITS, MeterView } from '../contract/meter.view.ts';
