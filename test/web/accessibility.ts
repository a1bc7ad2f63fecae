// A domain with two accessibility audits: pages, findings and questions as engines give them.
import { readFileSync } from 'node:fs';
import { standardPlans } from '../../src/areas/platform/account/index.ts';
import { stored } from '../../src/areas/web/accessibility/audit/fingerprint.ts';
import { questionsOf } from '../../src/areas/web/accessibility/audit/questions.ts';
import { criteriaOf } from '../../src/areas/web/accessibility/criteria/criteria.ts';
import type { EngineName, Impact } from '../../src/areas/web/accessibility/engines/engine.ts';
import type { PageFinding } from '../../src/areas/web/accessibility/engines/join.ts';
import type { PageFacts } from '../../src/areas/web/accessibility/engines/page-facts.ts';
import { AuditChoices, settle } from '../../src/areas/web/accessibility/settings.ts';
import { addAudit, auditBefore, endAudit, findAudit, notePage } from '../../src/areas/web/accessibility/store/audits.ts';
import { saveFindings, type ShownPicture } from '../../src/areas/web/accessibility/store/findings.ts';
import { addPictures } from '../../src/areas/web/accessibility/store/pictures.ts';
import { addQuestions } from '../../src/areas/web/accessibility/store/questions.ts';
import type { TestAccount } from '../service.ts';
import { allTables } from '../tables.ts';
import { ask, type Site } from './service.ts';

const NAME = 'travel-shop.example';
const PAGES = ['/', '/trips', '/trips/alps', '/contact', '/gone'] as const;
const WEEK_MS = 7 * 86_400_000;
const png = readFileSync(new URL('../../src/areas/web/accessibility/act/cases/test-assets/0va7u6/welcome.png', import.meta.url));
const picture: ShownPicture = { picture: 1, x: 100, y: 200, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };

type Seen = PageFinding & { picture: ShownPicture | null; view: string | null };

function finding(rule: string, criterion: string, impact: Impact, title: string, html: string, { engines = ['axe'], act = [], shown = null, outcome = 'failed' }: { engines?: readonly EngineName[]; act?: readonly string[]; shown?: ShownPicture | null; outcome?: PageFinding['outcome'] } = {}): Seen {
  const box = { x: 140, y: 230, width: 120, height: 40 };
  return { outcome, criteria: [criterion], act, impact, title, selector: `main > ${/^<(\w+)/.exec(html)![1]!}`, html, box, saidBy: engines.map(engine => ({ engine, rule, says: `${title}.` })), picture: shown, view: null };
}

const hero = finding('image-alt', '1.1.1', 'critical', 'Images must have alternative text', '<img class="hero" src="/alps.jpg">', { engines: ['axe', 'accessLint', 'qualWeb'], act: ['23a2a8'], shown: picture });
const contrast = finding('color-contrast', '1.4.3', 'serious', 'Elements must meet minimum color contrast ratio thresholds', '<p class="price">from 99 €</p>', { act: ['afw4f7'] });
const label = finding('label', '4.1.2', 'critical', 'Form elements must have labels', '<input name="email">', { act: ['e086e5'] });
const focus = finding('focus-visible', '2.4.7', 'moderate', 'Focus must be visible', '<a class="plain" href="/trips">Trips</a>', { engines: ['keyboard'] });
const asked = finding('image-text', '1.4.5', 'moderate', 'The picture may be one of text', '<img class="banner" src="/sale.png" alt="Sale">', { engines: ['probes'], shown: picture, outcome: 'cantTell' });

/** Adds a domain that was audited a week ago and now, with a fault that is new, one that is fixed and two that stayed; gives the ids of the domain and of its last audit. */
export async function addAccessible(site: Site, account: TestAccount): Promise<{ domain: string; audit: string }> {
  const { body } = await ask(site, account, 'POST', '/api/domains', { name: NAME, scan: false });
  const domain = (body['data'] as { id: string }).id;
  await audit(site, account, domain, Date.now() - WEEK_MS, [[hero, contrast], [hero, contrast], [hero], [focus]]);
  await allTables(site.service.store.db).insertInto('audit_schedule').values({ domain_id: domain, kind: 'accessibilityAudit', account_id: account.id, settings: '{}', every_days: 7, due_at: Date.now() + WEEK_MS }).execute();
  return { domain, audit: await audit(site, account, domain, Date.now() - 60_000, [[hero, contrast], [hero, contrast, contrast], [hero], [label]]) };
}

async function audit({ service: { store, service: { services } } }: Site, { id: accountId }: TestAccount, domainId: string, now: number, found: readonly (readonly Seen[])[]): Promise<string> {
  const id = services.newId('run');
  const urls = PAGES.map(path => `https://${NAME}${path}`);
  const settings = settle(AuditChoices.parse({ urls }), { domain: NAME, domainId, plan: 'enterprise', plans: standardPlans, proven: true });
  await store.transaction(async tx => {
    await addAudit(tx, { id, accountId, domainId, settings, pages: urls.map(url => ({ url, chosen: 'named', template: null })), now });
    for (const [at, findings] of found.entries()) {
      await notePage(tx, id, at + 1, { facts: factsOf(urls[at]!) });
      await saveFindings(tx, id, at + 1, findings.map(stored));
    }
    await notePage(tx, id, PAGES.length, { cause: 'the server answered with status 404' });
    await addPictures(tx, id, [{ picture: 1, png }]);
    const row = (await findAudit(tx, accountId, id))!;
    const pages = urls.slice(0, -1).map(url => ({ ...factsOf(url), url }));
    await addQuestions(tx, services.newId, row, questionsOf(criteriaOf('wcag22', 'AA'), pages, 1, [{ page: 1, url: urls[0]!, finding: asked }]), (await auditBefore(tx, row))?.id ?? null);
    await endAudit(tx, row, 'partial', now + 30_000);
  });
  return id;
}

function factsOf(url: string): PageFacts {
  const engines = (['probes', 'accessLint', 'axe', 'qualWeb', 'keyboard'] as const).map(engine => ({ engine, version: '1', outcome: 'judged' as const, cause: null }));
  return {
    title: `Lab travel shop: ${new URL(url).pathname}`, language: 'en', hash: '1', content: { media: false, pictures: true, fields: true, links: true, scripts: false }, status: 200, prompts: [], certificateError: url.endsWith('/contact') ? 'ERR_CERT_DATE_INVALID' : null, walk: { stops: 12, cut: false }, parts: null, views: [], finalUrl: url, browser: 'Chromium 156', scripts: true, engines,
    passed: [{ engine: 'axe', rule: 'html-has-lang', criteria: ['3.1.1'] }],
  };
}
