/** Several megabytes that only processes with a queue need: every context has subscribers, but the API runs none of them. */
export const loadBullMq = () => import('bullmq');
