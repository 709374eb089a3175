export { Migration20261122_1200_SeatCapacity } from './migration-20261122-1200-seat-capacity.ts';
export { Migration20261124_0600_SeatFigures } from './migration-20261124-0600-seat-figures.ts';
export { Migration20261126_1500_SeatPoolsByAge } from './migration-20261126-1500-seat-pools-by-age.ts';
