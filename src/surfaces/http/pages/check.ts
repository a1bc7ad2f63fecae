import type { CheckResult } from '../../../areas/check/index.ts';
import { html, type Html } from '../../../core/html.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { ProblemBody } from '../../../core/problem.ts';
import type { Answer, Place, Visit } from '../place.ts';
import { freshPage } from './layout.ts';

type Finding = CheckResult['findings'][number];

/** How a status is shown: a word for people, and how urgent it looks. */
const STATUS: Readonly<Record<string, { word: string; look: string }>> = {
  ok: { word: 'OK', look: 'good' },
  found: { word: 'Found', look: 'good' },
  configured: { word: 'Configured', look: 'good' },
  missing: { word: 'Missing', look: 'warn' },
  error: { word: 'Needs work', look: 'bad' },
  notTested: { word: 'Not tested', look: 'quiet' },
};

const RECORD_NAMES: Readonly<Record<string, string>> = {
  spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX', nameservers: 'Nameservers', registration: 'Registration', soa: 'SOA', dnssec: 'DNSSEC',
  caa: 'CAA', mtaSts: 'MTA-STS', tlsRpt: 'TLS-RPT', bimi: 'BIMI', dane: 'DANE', tls: 'TLS', web: 'Web',
};

/** The page on which a person checks a domain; what was typed stays through sign-in. */
export function checkPlace(check: AnyOperation): Place {
  return {
    path: '/check',
    answer: visit => {
      const domain = visit.query.get('domain')?.trim() ?? '';
      return domain === '' ? freshPage(200, 'Check a domain', html`<h1>Check a domain</h1>${checkForm('')}`) : checked(check, visit, domain);
    },
  };
}

/** The form that asks for a domain. */
function checkForm(domain: string, error?: string): Html {
  return html`<form method="get" action="/check">
<div class="field"><label for="domain">Domain</label>
<input id="domain" name="domain" value="${domain}" required maxlength="253" autocapitalize="none" autocomplete="off" spellcheck="false"
${error ? html`aria-invalid="true"` : null} aria-describedby="domain-hint domain-error">
<p class="hint" id="domain-hint">The bare name, such as example.org</p><p class="error" id="domain-error">${error}</p></div>
<button type="submit">Check</button>
</form>`;
}

async function checked(check: AnyOperation, visit: Visit, domain: string): Promise<Answer> {
  const title = `Check of ${domain}`;
  if (visit.credential.kind === 'none') return freshPage(200, title, signInFirst(domain));
  const { status, body } = await visit.ask(check, { domain });
  if (status === 401) return freshPage(401, title, signInFirst(domain));
  if (status >= 400) return freshPage(status, title, html`<h1>${title}</h1>${checkForm(domain, (body as ProblemBody).detail)}`, true);
  return freshPage(status, title, html`${resultOf(body as CheckResult)}<h2>Check another</h2>${checkForm('')}`, true);
}

function signInFirst(domain: string): Html {
  const next = `/check?${new URLSearchParams({ domain }).toString()}`;
  return html`<h1>Check of ${domain}</h1>
<p>A check is free with an account. Your domain is kept: after signing in it is checked at once.</p>
<p><a href="/sign-in?${new URLSearchParams({ next }).toString()}">Sign in and check ${domain}</a></p>
<p><a href="/sign-up">Make an account</a></p>`;
}

function resultOf({ domain, timestamp, grade, score, provisional, records, findings, summary }: CheckResult): Html {
  const failed = findings.filter(({ state, severity }) => state === 'fail' && severity !== 'info');
  return html`<h1>Check of ${domain}</h1>
<p class="grade">${grade ?? 'No grade'}</p>
<p>${score === null ? 'Too little could be judged for a score.' : `Score ${score} of 100${provisional ? ', provisional: several lookups failed' : ''}.`}
${summary.issues_count === 0 ? 'There is nothing to mend.' : `${summary.issues_count} ${summary.issues_count === 1 ? 'thing' : 'things'} to mend.`}
<span class="quiet">Looked at ${timestamp}.</span></p>
<h2>Records</h2>
<div class="table"><table><thead><tr><th scope="col">Record</th><th scope="col">Status</th><th scope="col">What was found</th></tr></thead>
<tbody>${Object.entries(records).map(([name, record]) => recordRow(name, record, foundIn(records, name)))}</tbody></table></div>
${failed.length > 0 && html`<h2>What to mend</h2>${failed.map(findingBlock)}`}`;
}

/** What the look found, in the words of the source. */
function foundIn(records: CheckResult['records'], name: string): string[] {
  if (name === 'mx') return records.mx.records.map(({ priority, exchange }) => `${priority} ${exchange}`);
  if (name === 'nameservers') return records.nameservers.nameservers.map(({ nameserver }) => nameserver);
  if (name === 'caa') return records.caa.records.map(({ flags, tag, value }) => `${flags} ${tag} "${value}"`);
  if (name === 'registration') return records.registration.registrar ? [records.registration.registrar.name] : [];
  const { record } = (records as Record<string, { record?: string | null }>)[name]!;
  return record ? [record] : [];
}

function recordRow(name: string, { status, issues }: { status: string; issues: readonly string[] }, found: readonly string[]): Html {
  const { word, look } = STATUS[status] ?? { word: status, look: 'quiet' };
  return html`<tr><th scope="row">${RECORD_NAMES[name] ?? name}</th><td class="${look}">${word}</td>
<td>${found.map(text => html`<code>${text}</code><br>`)}${issues.length > 0 && html`<ul>${issues.map(issue => html`<li>${issue}</li>`)}</ul>`}</td></tr>`;
}

function findingBlock({ title, severity, detail, evidence, fix, references }: Finding): Html {
  return html`<h3>${title}</h3>
<p><strong>Severity: ${severity}.</strong> ${detail}</p>
${evidence.length > 0 && html`<p>Seen:</p><ul>${evidence.map(seen => html`<li><code>${seen}</code></li>`)}</ul>`}
${fix && html`<p><strong>Fix:</strong> ${fix.text}</p>`}
${fix?.record && html`<pre><code>${fix.record.name} ${fix.record.type} ${fix.record.value}</code></pre>`}
${fix?.portalUrl && html`<p><a href="${webAddress(fix.portalUrl)}">Where to change it</a></p>`}
${references.length > 0 && html`<p class="more">${references.map(({ title, url }) => html`<a href="${webAddress(url)}">${title}</a> `)}</p>`}`;
}

/** An address of the web; anything else, such as a script, leads nowhere. */
function webAddress(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '#';
}
