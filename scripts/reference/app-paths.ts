import { areas } from '../../web/areas/index.ts';
import { own, root, settings } from '../../web/routes.ts';

interface RouteOptions {
  path?: string;
  getParentRoute?: () => unknown;
}

/** Its address negotiates what it answers, so it has a route of its own. */
const APART = '/domain-checkup.html';

/** The addresses of all pages of the dashboard, as the service writes them, in the order of the areas. */
export function appPathsModule(): string {
  const routes = areas.flatMap(area => (['publicPages', 'pages', 'domainPages', 'settingsPages'] as const).flatMap((name): readonly object[] => (name in area ? (area as Record<string, readonly object[]>)[name]! : [])));
  const paths = [...new Set([settings, ...routes].map(route => pathOf(route)))].filter(path => path !== APART).toSorted();
  return [
    '// Made from the routes of web/areas by `npm run generate`; do not edit.',
    '/** The pages of the dashboard: each answers the same document, and its router shows the page. */',
    'export const appPaths = [', ...paths.map(path => `  '${path}',`), '] as const;',
    'export type AppPath = (typeof appPaths)[number];', '',
  ].join('\n');
}

function pathOf(route: object): string {
  if (route === root || route === own) return '';
  const { path = '', getParentRoute } = (route as { options: RouteOptions }).options;
  const parent = getParentRoute === undefined ? '' : pathOf(getParentRoute() as object);
  return `${parent}${path === '/' && parent !== '' ? '' : path}`.replace(/\$(\w+)/g, '{$1}');
}
