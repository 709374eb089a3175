export { CreateDashboardHandler } from './create-dashboard.ts';
export { DeleteDashboardHandler } from './delete-dashboard.ts';
export { UpdateDashboardHandler } from './update-dashboard.ts';
