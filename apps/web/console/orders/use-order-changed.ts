import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toasts.tsx';

/** Shows what has become of an order, its refunds and its disputes. */
export function useOrderChanged(): (text: string) => Promise<void> {
  const queries = useQueryClient();
  return async (text) => {
    const names = ['orders', 'refunds', 'disputes', 'customers', 'grants', 'seats', 'timeline'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(text);
  };
}
