import type { Browsing } from '../../../../core/outside/browse.ts';
import { findDomain } from '../../../domains/inventory/index.ts';
import { ownedBy, ownHostsOf, ownsHost } from '../../../domains/ownership/index.ts';
import { defineRun, type RunWork } from '../../../run-kind.ts';
import { offeredPages, pagesOfRanks } from '../../deep-seo/index.ts';
import { takeHostTurn } from '../../site-audit/index.ts';
import { tellOfAudit } from '../alerts.ts';
import { criteriaOf } from '../criteria/criteria.ts';
import { MAX_STOPS_OF_AUDIT } from '../engines/focus.ts';
import type { PageFinding } from '../engines/join.ts';
import { PageFacts } from '../engines/page-facts.ts';
import type { AccessibilityServices } from '../services.ts';
import { FOREIGN_PAGES, settingsOf, upgraded, type AuditSettings } from '../settings.ts';
import { addAudit, addPages, auditBefore, endAudit, findAudit, giveUpPages, notePage, pagesOf, sampleOf, type AuditRow, type SamplePage } from '../store/audits.ts';
import { causesMet, saveFindings, type ShownPicture } from '../store/findings.ts';
import { addPictures, lastPicture } from '../store/pictures.ts';
import { addQuestions } from '../store/questions.ts';
import { stepsOf, type SiteSteps } from '../store/steps.ts';
import { siteQuestions } from './consistency.ts';
import { stored } from './fingerprint.ts';
import { showAndJudge, type Judged } from './judged-page.ts';
import { MAX_OF_AUDIT, type Pictured } from './pictures.ts';
import { bounded, questionsOf, type ElementQuestion } from './questions.ts';
import { chooseSample, drawnRanks, randomSample, structuredSample, withinProof, type ChosenPage, type SampleBasis } from './sample.ts';
import { visitorOf } from './visitor.ts';

export interface AuditInput {
  settings: AuditSettings;
}

/** What pages that are judged leave for those after them and for the end. */
interface AuditProgress {
  /** What rules could not tell. */
  elements: readonly ElementQuestion[];
  /** Stops that the keyboard made. */
  stops: number;
  /** Pages that were met and not taken: random ones are drawn from them. */
  met: readonly string[];
}

type AuditWork = RunWork<AccessibilityServices, AuditInput, AuditProgress>;

/** Judges the pages of a sample, and asks what rules cannot tell. */
export const accessibilityAudit = defineRun<AuditInput>()({ kind: 'accessibilityAudit', scope: 'accessibility' });

/** Templates of a site audit that are asked for, and pages that are met and kept to draw from. */
const MAX_TEMPLATES = 200;
const MAX_MET = 2000;
const BEGINNING: AuditProgress = { elements: [], stops: 0, met: [] };

export const doAccessibilityAudit = accessibilityAudit.handledBy<AccessibilityServices, AuditProgress>(async run => {
  const domain = await findDomain(run.services.db, run.accountId, run.subject.id);
  if (!domain) return { status: 'completed', result: null };
  const audit = await beginAudit(run, domain.id);
  const settings = settingsOf(audit);
  const steps = await stepsOf(run.services.db, run.services, domain.id);
  const proven = await ownedBy(run.services.db, run.accountId, settings.domain, run.services.clock.now()) !== null;
  const elements = await run.services.browse(browsing => judgePages(run, audit, settings, proven ? steps : null, browsing), run.signal);
  run.signal.throwIfAborted();
  return endOf(run, audit, settings, elements);
});

/** The audit of the run, begun where it was not. A domain that is not proven any more has fewer pages. */
async function beginAudit(run: AuditWork, domainId: string): Promise<AuditRow> {
  const { db, clock } = run.services;
  const begun = await findAudit(db, run.accountId, run.id);
  if (begun) return begun;
  const settings = await boundSettings(run, domainId);
  const { sample, pages } = await firstSample(run, domainId, settings);
  await run.commit({ state: BEGINNING, progress: { done: 0, total: pages.length, step: 'pages' } }, tx =>
    addAudit(tx, { id: run.id, accountId: run.accountId, domainId, settings: { ...settings, sample }, pages, now: clock.now() }));
  return (await findAudit(db, run.accountId, run.id))!;
}

async function boundSettings({ accountId, input, services }: AuditWork, domainId: string): Promise<AuditSettings> {
  const { db, clock } = services;
  const settings = upgraded(input.settings);
  const ownHosts = await ownHostsOf(db, accountId, settings.domain, clock.now());
  const proven = ownsHost(ownHosts, settings.domain);
  const maxPages = proven ? settings.maxPages : Math.min(settings.maxPages, FOREIGN_PAGES);
  const steps = await stepsOf(db, services, domainId);
  const bound = { ...settings, ...(proven && { ownHosts }), maxPages, signsIn: steps?.signIn !== null };
  return { ...bound, urls: taken(bound, settings.urls.map(url => ({ url, chosen: 'named', template: null })), []).slice(0, maxPages).map(({ url }) => url) };
}

/** Those of the chosen pages that the proof of the domain lets the audit have besides the known ones. */
function taken({ ownHosts = 'all' }: Pick<AuditSettings, 'ownHosts'>, chosen: readonly ChosenPage[], known: readonly string[]): ChosenPage[] {
  return withinProof(chosen, known, url => ownsHost(ownHosts, new URL(url).hostname), FOREIGN_PAGES);
}

/** What is named, then what the last site audit has; the rest is found on the pages themselves. */
async function firstSample({ accountId, services: { db, randomBytes } }: AuditWork, domainId: string, settings: AuditSettings): Promise<{ sample: SampleBasis; pages: ChosenPage[] }> {
  const { urls, maxPages, randomShare, domain } = settings;
  const named = urls.map((url): ChosenPage => ({ url, chosen: 'named', template: null }));
  const randomPages = Math.min(maxPages - urls.length, Math.ceil(maxPages * randomShare / 100));
  const offered = maxPages > urls.length ? await offeredPages(db, accountId, domainId, Math.min(maxPages, MAX_TEMPLATES)) : null;
  const sample = { siteAuditId: offered?.auditId ?? null, randomPages, seed: randomBytes(4).readUInt32BE() };
  if (offered === null) return { sample, pages: named };
  const structured = structuredSample(offered, urls, domain, maxPages - randomPages - urls.length);
  const drawn = await pagesOfRanks(db, offered.auditId, drawnRanks(offered.total, sample, randomPages));
  return { sample, pages: [...named, ...taken(settings, [...structured, ...randomSample(drawn, [...urls, ...structured.map(({ url }) => url)], domain, randomPages)], urls)] };
}

/** Judges what waits, page by page, each with a commit of its own; gives what rules could not tell. */
async function judgePages(run: AuditWork, audit: AuditRow, settings: AuditSettings, steps: SiteSteps | null, browsing: Browsing): Promise<readonly ElementQuestion[]> {
  const { db } = run.services;
  let { elements, stops, met } = { ...BEGINNING, ...run.state };
  const visitor = visitorOf(inTurn(run, settings, browsing), steps?.signIn ?? null, settings.urls[0]!);
  for (;;) {
    const pages = await sampleOf(db, audit.id);
    const next = pages.find(({ state }) => state === 'waiting');
    if (!next || run.signal.aborted) return elements;
    const last = await lastPicture(db, audit.id);
    const result = settings.signsIn && steps === null
      ? { cause: 'it is shown to who signs in, and the steps for that cannot be used: the domain is not proven any more, or the secret of the service changed', ends: true }
      : await showAndJudge(visitor, next.url, settings, steps?.states ?? [], { known: await causesMet(db, audit.id), pictures: MAX_OF_AUDIT - last, stops: MAX_STOPS_OF_AUDIT - stops });
    run.signal.throwIfAborted();
    const { failures, undecided, pictures } = 'cause' in result ? NOTHING : numbered(result, last);
    elements = bounded([...elements, ...undecided.map(finding => ({ page: next.page, url: next.url, finding }))]);
    const links = 'cause' in result ? [] : result.seen.links;
    if (!('cause' in result)) stops += result.facts.walk.stops;
    const more = moreOf(settings, pages, links, [...met, ...links], 'cause' in result && result.ends);
    const known = new Set([...pages, ...more].map(({ url }) => url));
    met = [...new Set([...met, ...links])].filter(url => !known.has(url)).slice(0, MAX_MET);
    const done = pages.filter(({ state }) => state !== 'waiting').length + 1;
    await run.commit({ state: { elements, stops, met }, progress: { done, total: pages.length + more.length, step: 'pages' } }, async tx => {
      await notePage(tx, audit.id, next.page, 'cause' in result ? result : { facts: result.facts });
      if ('cause' in result && result.ends) await giveUpPages(tx, audit.id, result.cause);
      await saveFindings(tx, audit.id, next.page, failures.map(stored));
      await addPictures(tx, audit.id, pictures);
      await addPages(tx, audit.id, more);
    });
  }
}

/** A browser that opens each page in the turn of its host, which all accounts and crawls share; an audit that does not say which hosts are proven takes none for it. Rejects when the run is stopped. */
function inTurn({ services: { db, clock, crawlManners }, signal }: AuditWork, { ownHosts = [] }: Pick<AuditSettings, 'ownHosts'>, browsing: Browsing): Browsing {
  return {
    ...browsing,
    async open(url, ...rest) {
      const { host, hostname } = new URL(url);
      const perSecond = ownsHost(ownHosts, hostname) ? crawlManners.requestsPerSecond : crawlManners.foreignRequestsPerSecond;
      await takeHostTurn({ db, clock }, host, Math.round(1000 / perSecond), signal);
      return browsing.open(url, ...rest);
    },
  };
}

/** Pages that the one just judged adds to the sample: those that it links to, and at the end random ones of all that were met. */
function moreOf(settings: AuditSettings, pages: readonly SamplePage[], links: readonly string[], met: readonly string[], ends: boolean): ChosenPage[] {
  if (ends) return [];
  const { domain, maxPages, sample } = settings;
  const known = pages.map(({ url }) => url);
  const random = pages.filter(({ chosen }) => chosen === 'random').length;
  const wanted = sample?.randomPages ?? 0;
  const structured = taken(settings, chooseSample(links, known, domain, maxPages - wanted - (pages.length - random)), known);
  const isLast = structured.length === 0 && pages.filter(({ state }) => state === 'waiting').length === 1;
  return isLast && sample ? taken(settings, randomSample(met, known, domain, Math.min(wanted - random, maxPages - pages.length), sample.seed), known) : structured;
}

type Numbered = PageFinding & { picture: ShownPicture | null; view: string | null };

const NOTHING = { failures: [], undecided: [], pictures: [] };

/** The findings with the numbers of their pictures, from the one after `last` on, and these pictures. */
function numbered({ failures, undecided }: Judged, last: number): { failures: Numbered[]; undecided: Numbered[]; pictures: { picture: number; png: Uint8Array }[] } {
  const pictures: { picture: number; png: Uint8Array }[] = [];
  const number = ({ picture: taken, ...finding }: Pictured): Numbered => {
    if (taken === null) return { ...finding, picture: null };
    const { png, ...part } = taken;
    const picture = last + pictures.length + 1;
    pictures.push({ picture, png });
    return { ...finding, picture: { picture, ...part } };
  };
  return { failures: failures.map(number), undecided: undecided.map(number), pictures };
}

async function endOf(run: AuditWork, audit: AuditRow, settings: AuditSettings, elements: readonly ElementQuestion[]) {
  const { db, clock, newId } = run.services;
  const pages = await pagesOf(db, audit.id);
  const judged = pages.flatMap(({ facts, url }) => (facts === null ? [] : [{ ...PageFacts.parse(JSON.parse(facts)), url }]));
  const unjudged = pages.length - judged.length;
  const asked = siteQuestions(pages.flatMap(({ page, url, facts }) => (facts === null ? [] : [{ page, url, parts: PageFacts.parse(JSON.parse(facts)).parts }])));
  const questions = questionsOf(criteriaOf(settings.standard, settings.level), judged, unjudged, [...elements, ...asked]);
  const before = await auditBefore(db, audit);
  const status = unjudged === 0 ? 'completed' : 'partial';
  return {
    status, result: { auditId: audit.id, pages: judged.length, unjudged, questions: questions.length },
    change: async (tx: typeof db) => {
      await addQuestions(tx, newId, audit, questions, before?.id ?? null);
      await endAudit(tx, audit, status, clock.now());
      await tellOfAudit(tx, run.services, audit, settings.domain, clock.now());
    },
  } as const;
}
