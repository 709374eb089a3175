import './console.css';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient, start } from '../ui/start.tsx';
import { createConsoleRouter, leaveSession } from './routes.tsx';

const queries = createQueryClient(() => leaveSession(router, queries));
const router = createConsoleRouter();
start(queries, <RouterProvider router={router} />);
