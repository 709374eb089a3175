import './portal.css';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient, start } from '../ui/start.tsx';
import { createPortalRouter, leaveSession } from './routes.tsx';
import { WORDS } from './words/index.ts';

const queries = createQueryClient(() => leaveSession(queries));
void start(queries, <RouterProvider router={createPortalRouter()} />, WORDS);
