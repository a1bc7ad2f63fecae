import { z } from 'zod';
import { plans as names, type Plan } from '../../../core/access.ts';
import type { DailyAllowance } from '../../../core/operation.ts';

/** What a plan has; the figures are upper bounds. */
export interface PlanTerms {
  /** Domains in the inventory. */
  domains: number;
  websiteScansPerDay: number;
  manualScansPerDay: number;
  /** Scans of both kinds of all accounts on the plan that are asked for from one client network. */
  networkScansPerDay: number;
  shortestMonitoringHours: number;
  /** MiB of messages with DMARC and TLS reports. */
  reportMiBPerDay: number;
  /** Rows of DMARC reports that are stored: a row is an address with the same results. */
  reportRowsPerDay: number;
  /** Checks of one's own, besides those of the uptime of domains. */
  customChecks: number;
  /** Published status pages. */
  statusPages: number;
  shortestCheckSeconds: number;
  /** For how long each result of a check is kept by itself; at most 90. */
  rawResultDays: number;
  /** MiB of files that are evidence for controls. */
  evidenceMiB: number;
  /** Addresses and small ranges that are watched. */
  ipTargets: number;
  /** Pages of one site audit, and of one accessibility audit. */
  siteAuditPages: number;
  accessibilityPages: number;
  /** Points of grids, keyword by keyword, and keywords of rank checks. */
  gridPointsPerDay: number;
}

export type Plans = Readonly<Record<Plan, Readonly<PlanTerms>>>;

/** The terms that hold unless the operator says otherwise. */
export const standardPlans: Plans = {
  free: { domains: 3, websiteScansPerDay: 25, manualScansPerDay: 5, networkScansPerDay: 100, shortestMonitoringHours: 24, reportMiBPerDay: 256, reportRowsPerDay: 200_000, customChecks: 5, statusPages: 1, shortestCheckSeconds: 300, rawResultDays: 7, evidenceMiB: 0, ipTargets: 0, siteAuditPages: 0, accessibilityPages: 0, gridPointsPerDay: 0 },
  pro: { domains: 100, websiteScansPerDay: 1_000, manualScansPerDay: 200, networkScansPerDay: 4_000, shortestMonitoringHours: 6, reportMiBPerDay: 2048, reportRowsPerDay: 5_000_000, customChecks: 100, statusPages: 5, shortestCheckSeconds: 30, rawResultDays: 30, evidenceMiB: 5 * 1024, ipTargets: 64, siteAuditPages: 10_000, accessibilityPages: 100, gridPointsPerDay: 5_000 },
  enterprise: { domains: 10_000, websiteScansPerDay: 20_000, manualScansPerDay: 5_000, networkScansPerDay: 80_000, shortestMonitoringHours: 1, reportMiBPerDay: 8192, reportRowsPerDay: 50_000_000, customChecks: 5000, statusPages: 100, shortestCheckSeconds: 10, rawResultDays: 90, evidenceMiB: 100 * 1024, ipTargets: 4096, siteAuditPages: 1_000_000, accessibilityPages: 1_000, gridPointsPerDay: 100_000 },
};

const count = z.int().min(0).max(1_000_000_000);
const Terms = z.strictObject({
  domains: count,
  websiteScansPerDay: count,
  manualScansPerDay: count,
  networkScansPerDay: count,
  shortestMonitoringHours: z.int().min(1).max(720),
  reportMiBPerDay: count,
  reportRowsPerDay: count,
  customChecks: count,
  statusPages: count,
  shortestCheckSeconds: z.int().min(10).max(86_400),
  rawResultDays: z.int().min(1).max(90),
  evidenceMiB: count,
  ipTargets: count,
  siteAuditPages: z.int().min(0).max(1_000_000),
  accessibilityPages: z.int().min(0).max(1000),
  gridPointsPerDay: count,
}).partial();
const Overrides = z.strictObject({ free: Terms, pro: Terms, enterprise: Terms }).partial();

/** The standard plans with the operator's changes, such as `{"free":{"domains":10}}`; throws an `Error` that names what is wrong. */
export function readPlans(overridesText: string | null): Plans {
  if (overridesText === null) return standardPlans;
  const overrides = Overrides.safeParse(parseJson(overridesText));
  if (!overrides.success) throw new Error(`The plans cannot be read: ${z.prettifyError(overrides.error)}`);
  const changed = names.map(name => [name, { ...standardPlans[name], ...overrides.data[name] }] as const);
  return Object.fromEntries(changed) as unknown as Plans;
}

/** How many a day the plan has. */
export function allowanceOf(plans: Plans, plan: Plan, allowance: DailyAllowance): number {
  return plans[plan][`${allowance}PerDay`];
}

/** The cheapest plan whose terms are enough; null where none is. */
export function cheapestPlan(plans: Plans, isEnough: (terms: PlanTerms) => boolean): Plan | null {
  return names.find(name => isEnough(plans[name])) ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The plans cannot be read: they are not JSON (${(error as Error).message})`, { cause: error });
  }
}
