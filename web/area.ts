import { createContext, useContext, type ComponentType } from 'react';
import type { DataOf } from './api/client.ts';
import type { Run, RunUpdate } from './api/run.ts';
import type { Role, Session } from './api/session.ts';
import type { IconName } from './parts/icon.tsx';

/** A label is asked for when it is shown: by then the language of the page is known. */
export type Label = () => string;

/** An entry of the navigation; lower orders come first. */
export interface NavigationEntry {
  readonly to: string;
  readonly label: Label;
  readonly icon: IconName;
  readonly order: number;
  /** The key that opens it after `g`. */
  readonly shortcut?: string;
  /** Other words by which the search finds it. */
  readonly also?: Label;
  /** Who sees it; everybody who is signed in where it is left out. */
  readonly isFor?: (session: Session) => boolean;
}

/** A page or an action that the search finds and the navigation does not show. */
export interface Findable extends Omit<NavigationEntry, 'order' | 'shortcut'> {
  readonly search?: Readonly<Record<string, string>>;
}

/** A tab of a page that consists of several, such as the settings or the pages of one domain. */
export interface Tab {
  readonly to: string;
  readonly label: Label;
  readonly order: number;
}

/** A section of the settings. */
export interface SettingsSection extends Tab {
  /** The least role that sees it. */
  readonly role: Role;
}

/** A panel in the settings of one domain. */
export interface DomainPanel {
  readonly Panel: ComponentType<{ id: string }>;
  readonly order: number;
}

/** Where a link leads. */
export interface Target {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
}

/** What the search offers; entries without a group come last. */
export interface SearchEntry extends Target {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly grade?: string | null;
  /** What it does where it leads nowhere. */
  readonly run?: () => void;
}
export interface SearchResult {
  readonly group?: string;
  readonly entries: readonly SearchEntry[];
  readonly error?: Error | null;
  /** Whether an answer is still on its way. */
  readonly isPending?: boolean;
  /** Stands below the pages; groups stand above them otherwise. */
  readonly isAfterPages?: boolean;
}

/** A kind of run that the area starts. */
export interface RunKind {
  readonly kind: Run['kind'];
  readonly label: Label;
  /** What its stages are called, by the names that its progress reports. */
  readonly stages: () => Readonly<Record<string, string>>;
  /** The steps and the result on the page of the run. */
  readonly View: ComponentType<RunViewProps>;
}
export interface RunViewProps {
  run: Run;
  events: readonly RunUpdate[];
}

/** A notification as the list shows it. */
export type Notice = DataOf<'GET /api/notifications'>['data'][number];

/** The notifications that the area sends. */
export interface NoticeKinds {
  /** What they are called in filters, by their kind or a pattern such as `cert.*`. */
  readonly kinds?: () => Readonly<Record<string, string>>;
  /** The page that shows what the notification is about; null where the area does not know it. */
  readonly targetOf?: (notice: Notice) => Target | null;
}

/** A route; the router reads its type from the declaration of the area. */
type Declared = object;

/** Everything that the rest of the dashboard knows of an area. What is left out, the area does not have. */
export interface Area {
  /** Pages that everybody can open. */
  readonly publicPages?: readonly Declared[];
  /** Pages for people who are signed in. */
  readonly pages?: readonly Declared[];
  /** Pages below one domain, and below the settings, each shown under the tabs there. */
  readonly domainPages?: readonly Declared[];
  readonly settingsPages?: readonly Declared[];
  readonly navigation?: readonly NavigationEntry[];
  readonly findable?: readonly Findable[];
  readonly domainTabs?: readonly Tab[];
  readonly domainPanels?: readonly DomainPanel[];
  readonly settings?: readonly SettingsSection[];
  readonly runs?: readonly RunKind[];
  readonly notices?: NoticeKinds;
  /** What alerts are filed under, by the id of the area of the service that raises them. */
  readonly alerts?: () => Readonly<Record<string, string>>;
  /** A hook: what the area offers for `query`, which is trimmed and in lower case. */
  readonly useSearch?: (query: string) => readonly SearchResult[];
}

/** Declares an area; the types of its routes are kept. */
export function defineArea<const One extends Area>(area: One): One {
  return area;
}

const AreasContext = createContext<readonly Area[]>([]);
export const AreasProvider = AreasContext;

/** All areas, in their order. */
export function useAreas(): readonly Area[] {
  return useContext(AreasContext);
}

/** What the areas contribute under `name`, lower orders first. */
export function useContributions<Name extends 'navigation' | 'domainTabs' | 'domainPanels' | 'settings'>(name: Name): readonly NonNullable<Area[Name]>[number][] {
  return useAreas().flatMap((area): readonly NonNullable<Area[Name]>[number][] => area[name] ?? []).toSorted((a, b) => a.order - b.order);
}

/** The kinds of runs, by their names. */
export function useRunKinds(): ReadonlyMap<string, RunKind> {
  return new Map(useAreas().flatMap(({ runs = [] }) => runs).map(kind => [kind.kind, kind]));
}
