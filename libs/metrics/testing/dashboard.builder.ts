import { Dashboard, type NewDashboard } from '../src/domain/dashboard.ts';

export const NOW = new Date('2026-11-20T12:00:00Z');
export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
export const OTHER_ORGANIZATION = '7e6d5c4b-3a29-4180-8f7e-6d5c4b3a2918';

export const aDashboard = (attributes: Partial<NewDashboard> = {}): Dashboard =>
  Dashboard.create({ organizationId: ORGANIZATION, name: 'Overview', metrics: ['revenue'], ...attributes }, NOW);
