/** What this reads of a route of the dashboard. */
interface Route {
  options: { path?: string; getParentRoute?: () => Route };
}
type Area = Partial<Record<'publicPages' | 'pages' | 'domainPages' | 'settingsPages', readonly Route[]>>;

/** Its address negotiates what it answers, so it has a route of its own. */
const APART = '/domain-checkup.html';

/** The addresses of all pages of the dashboard, as the service writes them. */
export async function appPathsModule(): Promise<string> {
  const { areas } = await load<{ areas: readonly Area[] }>('areas/index.ts');
  const { settings } = await load<{ settings: Route }>('routes.ts');
  const routes = areas.flatMap(({ publicPages = [], pages = [], domainPages = [], settingsPages = [] }) => [...publicPages, ...pages, ...domainPages, ...settingsPages]);
  const paths = [...new Set([settings, ...routes].map(pathOf))].filter(path => path !== APART).toSorted();
  return [
    '// Made from the routes of web/areas by `npm run generate`; do not edit.',
    '/** The pages of the dashboard: each answers the same document, and its router shows the page. */',
    'export const appPaths = [', ...paths.map(path => `  '${path}',`), '] as const;',
    'export type AppPath = (typeof appPaths)[number];', '',
  ].join('\n');
}

/** A module of the dashboard. Its types are those of browsers, and are checked with it, not here. */
async function load<Module>(file: string): Promise<Module> {
  return await import(new URL(`../../web/${file}`, import.meta.url).href) as Module;
}

/** Frames without a path, such as that of people who are signed in, add nothing. */
function pathOf({ options: { path = '', getParentRoute } }: Route): string {
  const parent = getParentRoute === undefined ? '' : pathOf(getParentRoute());
  return `${parent}${path === '/' && parent !== '' ? '' : path}`.replace(/\$(\w+)/g, '{$1}');
}
