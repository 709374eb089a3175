import './portal.css';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient, start } from '../ui/start.tsx';
import { createPortalRouter, leaveSession } from './routes.tsx';

const queries = createQueryClient(() => leaveSession(router, queries));
const router = createPortalRouter();
start(queries, <RouterProvider router={router} />);
