import './portal.css';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient, start } from '../ui/start.tsx';
import { customerQuery } from './context.ts';
import { createPortalRouter } from './routes.tsx';
import { leaveSession } from './session.ts';
import { WORDS } from './words/index.ts';

const queries = createQueryClient(() => leaveSession(queries.getQueryData(customerQuery.queryKey) !== undefined));
void start(queries, <RouterProvider router={createPortalRouter()} />, WORDS);
