import classes from './icon.module.css';

/** Strokes on a ground of 24 by 24. */
const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 4v3h6V4z',
  address: 'M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.01M7.5 16h.01M11 8h5M11 16h5',
  map: 'M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11M12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  components: 'M12 3 4 7.5v9l8 4.5 8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  vulnerabilities: 'M8 8a4 4 0 0 1 8 0M7 10h10v5a5 5 0 0 1-10 0zM12 10v10M3 9l4 2.5M21 9l-4 2.5M3 20l4-3M21 20l-4-3M2.5 14.5H7M17 14.5h4.5',
  darkweb: 'M4 13c2.5-5 13.5-5 16 0M12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 4l16 16',
  domains: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3',
  events: 'M4 12h4l2.5-7 4 14 2.5-7h3',
  status: 'M4 20v-5M8.5 20v-9M13 20V7M17.5 20v-6M3 5l4-1 4 1 4-2 6 1',
  alerts: 'M12 4 2.5 20h19zM12 10v5M12 17.5h.01',
  support: 'M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5',
  runs: 'M20 12a8 8 0 1 1-2.6-5.9M20 3v4h-4M12 8v4l3 2',
  notifications: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4',
  settings: 'M5 7h8M17 7h2M5 12h2M11 12h8M5 17h6M15 17h4M13 5v4M7 10v4M11 15v4',
  admin: 'M12 3 5 6v6c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2 2 4-4',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  signOut: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  more: 'M4 12h2M11 12h2M18 12h2',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  right: 'm9 6 6 6-6 6',
  left: 'm15 6-6 6 6 6',
  refresh: 'M4 12a8 8 0 0 1 13.7-5.6L20 9M20 4v5h-5M20 12a8 8 0 0 1-13.7 5.6L4 15M4 20v-5h5',
  external: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  edit: 'M5 19h3L19 8l-3-3L5 16zM14 7l3 3',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  key: 'M15 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10M11 12.5 4 19.5M6.5 17l2.5 2.5M15 9h.01',
  people: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.6 3.5 5.5',
  docs: 'M5 4h10l4 4v12H5zM14 4v5h5M8 13h8M8 17h6',
} as const;

export type IconName = keyof typeof paths;

/** A small picture next to words; it says nothing by itself, so that it is hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <svg className={classes.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true"><path d={paths[name]} /></svg>;
}
