import { type RegisteredRouter, type RouteById, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router';

type Routes = RegisteredRouter['routeTree'];
type SearchOf<Id extends RouteIds<Routes>> = RouteById<Routes, Id>['types']['fullSearchSchema'];

/** What the address of a list says besides its filters. */
interface Shown {
  readonly sort?: unknown;
  readonly page?: number;
}

/** What a list shows, and how to show something else of it: all of it is in the address. */
interface ListAddress<Search> {
  readonly search: Search;
  readonly page: number;
  readonly isFiltered: boolean;
  /** Filters or sorts otherwise, from the first page on, without a new entry in the history of the browser. */
  readonly change: (changes: Partial<Search>) => void;
  readonly clear: () => void;
  readonly toPage: (page: number) => void;
}

/** Whether an address leaves anything out of its list: sorting and pages do not. */
export function isFiltered(search: object): boolean {
  const { sort: _sort, page: _page, ...filters }: Shown = search;
  return Object.values(filters).some((value) => value !== undefined);
}

/** The address of a list, which is the page of a route or a part of it. */
export function useListAddress<Id extends RouteIds<Routes>>(from: Id): ListAddress<SearchOf<Id>> {
  const search: SearchOf<Id> = useSearch({ from });
  const navigate = useNavigate();
  const { page = 1 } = search as SearchOf<Id> & Shown;
  const show = (changes: object, replace: boolean): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace });
  return {
    search,
    page,
    isFiltered: isFiltered(search),
    change: (changes) => show({ page: undefined, ...changes }, true),
    clear: () => void navigate({ to: '.', search: {} }),
    toPage: (to) => show({ page: to }, false),
  };
}
