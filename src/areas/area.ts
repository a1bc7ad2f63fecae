import type { Migration } from 'kysely/migration';
import type { z } from 'zod';
import type { Json } from '../core/canonical-json.ts';
import type { AdviceRule } from '../core/findings/rules.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Db, Tables } from '../store/index.ts';
import type { AreaAlerts } from './alert.ts';
import type { EvidenceSource } from './evidence-source.ts';
import type { FindingSource } from './finding-source.ts';
import type { Subscription } from './announcement.ts';
import type { Engine } from './engine.ts';
import type { AreaGauges } from './gauges.ts';
import type { JobHandler } from './job.ts';
import type { AreaMeasures, Measures } from './measure.ts';
import type { ReportSection } from './report-section.ts';
import type { AnyRunKind, RunHandler } from './run-kind.ts';
import type { Schedule } from './schedule.ts';
import type { SubjectType } from './subject.ts';

/** The groups of areas, which are the folders they stand in. */
export type Group = 'platform' | 'domains' | 'threats' | 'mail' | 'web' | 'assurance' | 'summary';

/** Everything of one kind that an account holds, without secrets or hashes of them. */
export type ExportSection = (db: Db, accountId: string) => AsyncIterable<object>;

/** The settings of an account that one area has: what each field may be, and what holds until somebody sets it. */
export interface SettingsSection {
  fields: Record<string, z.ZodType>;
  defaults: Record<string, Json>;
  /** Called in the transaction of every change of the account's settings. */
  changed?(tx: Db, accountId: string, now: number): Promise<void>;
}

/** What an area judges: its part of the catalogue of findings, and the pages of these are made from it. */
export interface AreaFindings<Services> {
  /** What is judged, and what comes of it, as one sentence. */
  about: string;
  /** How it shows that a fix worked, as one sentence. */
  afterwards: string;
  /** With the id of the area as `area`. */
  rules: readonly AdviceRule[];
  /** How one is judged once more, when somebody reports it as wrong. */
  source?: FindingSource<Services>;
}

/** A part of the product, declared once: whatever must know all areas is derived from this. */
export interface Area<
  Services, Operations extends readonly AnyOperation[] = readonly AnyOperation[], Settings extends Readonly<Record<string, SettingsSection>> = Readonly<Record<string, SettingsSection>>,
  Measured extends Measures = Measures,
> {
  id: string;
  group: Group;
  /** What the operations are about, by the first part of their ids; these are the tags of OpenAPI and the toolsets of MCP. */
  topics: Readonly<Record<string, string>>;
  operations: Operations;
  /** The kinds of runs that its operations start, and who does runs. */
  runKinds?: readonly AnyRunKind[];
  runs?: readonly RunHandler<Services>[];
  jobs?: readonly JobHandler<Services>[];
  schedules?: readonly Schedule<Services>[];
  engines?: readonly Engine<Services>[];
  // oxlint-disable-next-line typescript/no-explicit-any
  tables?: Tables<any>;
  /** By their names, which are numbered over all areas; one that has shipped is never edited. */
  migrations?: Readonly<Record<string, Migration>>;
  /** What it adds to the export of everything that an account holds, by the names there. */
  exports?: Readonly<Record<string, ExportSection>>;
  /** What it adds to the settings of an account, by the names in replies. */
  settings?: Settings;
  /** What it feeds of each domain: lists of domains show it, sort by it and filter by it. */
  measures?: AreaMeasures<Measured>;
  /** What stands before the underscore of its ids, and what such an id names. */
  idPrefixes?: Readonly<Record<string, string>>;
  subjects?: readonly SubjectType[];
  /** What people can be notified of, by kind; `*` stands for a part that differs. */
  notificationKinds?: Readonly<Record<string, string>>;
  /** What its changes leave in the audit log, by the names of actions, as the dashboard says it. */
  auditActions?: Readonly<Record<string, string>>;
  findings?: AreaFindings<Services>;
  /** The kinds of things that it finds wrong and that people act on: the list of alerts has them. */
  alerts?: AreaAlerts;
  /** What it sees that is evidence for controls of compliance. */
  evidence?: EvidenceSource;
  /** What it says of a domain in the report on it. */
  reportSections?: readonly ReportSection[];
  /** What it tells at `/metrics`. */
  gauges?: AreaGauges;
  /** What it hears of earlier areas, in their transactions. */
  subscribes?: readonly Subscription<Services>[];
  /** For the compiler alone: what it works with. */
  services?: Services;
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyArea = Area<any>;

/** `defineArea<Services>()({…})` declares an area that works with `Services`. */
export function defineArea<Services>() {
  return <
    const Operations extends readonly AnyOperation<Services>[], Settings extends Readonly<Record<string, SettingsSection>> = Readonly<Record<string, never>>,
    Measured extends Measures = Readonly<Record<string, never>>,
  >(
    area: Area<Services, Operations, Settings, Measured>,
  ): Area<Services, Operations, Settings, Measured> => area;
}

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never;

/** What all of the areas, a union of them, work with together. */
export type ServicesOf<Each extends AnyArea> = Together<Each extends { services?: infer Services } ? Exclude<Services, undefined> : never>;

/** The settings of all of the areas, a union of them, by their names. */
export type SettingsOf<Each extends AnyArea> = Together<Each extends { settings?: infer Settings } ? (string extends keyof Settings ? never : Exclude<Settings, undefined>) : never>;

/** The measures of all of the areas, a union of them, by their names. */
export type MeasuresOf<Each extends AnyArea> = Together<Each extends { measures?: AreaMeasures<infer Measured> } ? (string extends keyof Measured ? never : Measured) : never>;
