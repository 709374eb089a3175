import './console.css';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient, start } from '../ui/start.tsx';
import { createConsoleRouter } from './routes.tsx';

const router = createConsoleRouter();
start(
  createQueryClient(() => void router.navigate({ to: '/' })),
  <RouterProvider router={router} />,
);
