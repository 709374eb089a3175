import './portal.css';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient, start } from '../ui/start.tsx';
import { createPortalRouter, leaveSession } from './routes.tsx';
import { WORDS } from './words/index.ts';

const queries = createQueryClient(() => leaveSession(router, queries));
const router = createPortalRouter();
void start(queries, <RouterProvider router={router} />, WORDS);
