import type { z } from 'zod';
import type { Severity } from '../../../core/finding.ts';
import type { AuditSettings } from './settings.ts';
import type { AuditRecord, IssueRecord, LinkRecord, PageRecord, TargetRecord } from './shapes.ts';
import type { AuditRow } from './store/audits.ts';
import { SITEMAP_RANK } from './store/found.ts';
import type { issuesOf, linksOf, ListedPage } from './store/lists.ts';
import type { RenderOutcome } from './store/rendering.ts';
import type { askedTargets } from './store/targets.ts';

export function presentAudit(row: AuditRow): z.output<typeof AuditRecord> {
  const { domain, maxBytes: _, maxMs: _ms, signOut, ownHosts: _own, ...settings } = JSON.parse(row.settings) as AuditSettings;
  return {
    id: row.id, domainId: row.domain_id, domain, status: row.state as never, cut: row.cut as never, cutCause: row.cut_cause, pages: row.done, waiting: row.known - row.done, beyond: row.beyond, bytes: row.bytes, score: row.score,
    startedAt: isoOf(row.started_at), finishedAt: row.finished_at === null ? null : isoOf(row.finished_at), settings: { ...settings, targets: settings.targets ?? false, render: settings.render ?? 'never', extract: settings.extract ?? [], signsIn: signOut !== undefined },
  };
}

export function presentPage(row: ListedPage): z.output<typeof PageRecord> {
  return {
    page: row.page, url: row.url, status: row.status, outcome: row.outcome as never, title: row.title, depth: row.rank >= SITEMAP_RANK ? null : row.rank, inSitemap: row.in_sitemap === 1, source: row.source as never,
    issues: row.issues, severity: row.severity as Severity | null, rendering: row.rendering as RenderOutcome | null, extracted: row.extracted === null ? null : JSON.parse(row.extracted) as Record<string, string[] | null>,
  };
}

export function presentIssue(row: Awaited<ReturnType<typeof issuesOf>>[number], titleOf: (id: string) => string, isFirst: boolean): z.output<typeof IssueRecord> {
  return { id: row.check_id, title: titleOf(row.check_id), severity: row.severity as Severity, page: row.page, url: row.url, evidence: JSON.parse(row.evidence) as string[], change: isFirst ? null : row.before === null ? 'new' : 'unchanged' };
}

export function presentLink(row: Awaited<ReturnType<typeof linksOf>>[number]): z.output<typeof LinkRecord> {
  return { from: row.from, fromPage: row.page, to: row.target_url ?? row.url ?? '', toPage: row.target, status: row.status, anchor: row.anchor, follow: row.follow === 1 };
}

export function presentTarget({ facts: { url, kinds, status, cause, finalUrl, bytes, contentType }, outcome }: Awaited<ReturnType<typeof askedTargets>>[number]): z.output<typeof TargetRecord> {
  return { url, kinds: [...kinds], outcome: outcome as never, status, cause, finalUrl, bytes, contentType };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
