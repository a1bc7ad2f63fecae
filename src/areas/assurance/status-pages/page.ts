import { filled, html, standalonePage, type Html } from '../../../core/html.ts';
import type { Level } from '../status/index.ts';
import { INCIDENT_DAYS, type Published, type PublishedCheck, type PublishedDay, type PublishedIncident } from './published.ts';
import type { StatusPagesTexts } from './texts.ts';

/** Each level has a height of its own, so that colour is never alone. */
const heights: Readonly<Record<Level, number>> = { majorOutage: 28, partialOutage: 28, degraded: 22, operational: 16, maintenance: 12, unknown: 4 };
const [HEIGHT, BAR, STEP] = [28, 3, 4];
/** Dates of outages that are named; more are counted. */
const MAX_DATES = 10;
const isOutage = ({ level }: Pick<PublishedDay, 'level'>): boolean => level === 'majorOutage' || level === 'partialOutage';

/** The page for people; `feedUrl` leads to its feed. */
export function pageOf(page: Published, feedUrl: string, texts: StatusPagesTexts): string {
  const { title, description, notice, noticeAt, level, checks, incidents, incidentsCut } = page;
  const hasOutage = checks.some(({ days }) => days.slice(-INCIDENT_DAYS).some(isOutage));
  return standalonePage({ language: texts.language.tag, title: `${title} · ${texts.badge.levels[level]}`, style: STYLE }, html`<main>
<header><h1>${title}</h1>
${description !== '' && html`<p class="text">${description}</p>
`}<p class="overall ${level}">${checks.length === 0 ? texts.empty : texts.overall[level]}</p>
<p class="quiet">${filled(texts.asOf, moment(page.asOf, texts))}</p></header>
${notice !== null && html`<section class="notice"><h2>${texts.notice}</h2>
<p class="text">${notice}</p>
${noticeAt !== null && html`<p class="quiet">${filled(texts.noticeAt, moment(noticeAt, texts))}</p>`}</section>
`}<section><h2>${texts.services}</h2>
${checks.length === 0 ? html`<p>${texts.noServices}</p>` : html`<ul class="services">
${checks.map(check => serviceOf(check, texts))}</ul>
<p class="quiet">${texts.legend}</p>`}</section>
<section><h2>${texts.incidents}</h2>
${incidents.length === 0 ? html`<p>${hasOutage ? texts.unrecorded : texts.noIncidents}</p>` : html`<ul>${incidents.map(incident => incidentOf(incident, texts))}</ul>`}
${incidentsCut && html`<p class="quiet">${texts.cut}</p>
`}<p><a rel="alternate" type="application/atom+xml" href="${feedUrl}">${texts.subscribe}</a></p></section>
</main>`);
}

function serviceOf({ name, level, uptime, days }: PublishedCheck, texts: StatusPagesTexts): Html {
  const outages = days.filter(isOutage);
  const rest = outages.length - MAX_DATES;
  return html`<li><div class="head"><h3>${name}</h3><span class="state ${level}">${texts.levels[level]}</span></div>
${barsOf(days, texts)}
${outages.length > 0 && html`<p class="quiet">${texts.outageDays(outages.slice(-MAX_DATES).map(({ date }) => date))}${rest > 0 && html` ${texts.moreDays(rest)}`}</p>
`}<dl aria-label="${texts.uptime}">${(['day', 'week', 'month', 'quarter'] as const).map(period => html`<div><dt>${texts.periods[period]}</dt><dd>${texts.percent(uptime[period])}</dd></div>`)}</dl></li>
`;
}

/** One path for each level, since a page has up to 9,000 bars. */
function barsOf(days: readonly PublishedDay[], texts: StatusPagesTexts): Html {
  const paths = Object.entries(heights).map(([level, height]) => {
    const bars = days.flatMap((day, at) => (day.level === level ? [`M${at * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z`] : []));
    return bars.length > 0 && html`<path class="${level}" d="${bars.join('')}"/>`;
  });
  const count = (level: Level) => days.filter(day => day.level === level).length;
  const says = texts.bars({ working: count('operational'), outage: days.filter(isOutage).length, degraded: count('degraded'), maintenance: count('maintenance'), unknown: count('unknown') });
  return html`<svg viewBox="0 0 ${days.length * STEP - 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${says}">${paths}</svg>
<p class="quiet" aria-hidden="true">${says}</p>`;
}

function incidentOf({ checks, state, since, until }: PublishedIncident, texts: StatusPagesTexts): Html {
  const when = state !== 'over' ? html`${filled(texts.since, moment(since, texts))}, ${texts.states[state]}` : filled(texts.period, moment(since, texts), moment(until, texts));
  return html`<li><h3>${texts.incident(checks)}</h3><p class="quiet">${when}</p></li>
`;
}

function moment(iso: string, { language }: StatusPagesTexts): Html {
  return html`<time datetime="${iso}">${language.isoMinute(iso)}</time>`;
}

const STYLE = `:root{color-scheme:light dark;--back:#fff;--text:#1a1d21;--quiet:#57606a;--line:#d0d7de;--good:#177a3b;--fair:#8a5a00;--bad:#b3261e;--planned:#1f5fa8;--unknown:#595f69}
@media (prefers-color-scheme:dark){:root{--back:#14171a;--text:#e8eaed;--quiet:#a6adb5;--line:#3a4149;--good:#5fce86;--fair:#e3b341;--bad:#ff8a80;--planned:#7db7ff;--unknown:#a6adb5}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}main{max-width:48rem;margin:0 auto;padding:1rem}
h1{margin:.5rem 0;font-size:1.6rem;line-height:1.25}h2{margin:2rem 0 .5rem;font-size:1.2rem}h3{margin:0;font-size:1rem}p{margin:.25rem 0}.quiet{color:var(--quiet);font-size:.875rem}.text{white-space:pre-line}a{color:inherit}
.operational{--own:var(--good)}.maintenance{--own:var(--planned)}.degraded{--own:var(--fair)}.partialOutage,.majorOutage{--own:var(--bad)}.unknown{--own:var(--unknown)}
.overall{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--own);border-left-width:8px;border-radius:6px;font-size:1.2rem;font-weight:600}.notice{margin:1.5rem 0;padding:.5rem 1rem;border:1px solid var(--line);border-radius:6px}.notice h2{margin-top:0}
ul{margin:0;padding:0;list-style:none}li{padding:1rem 0;border-top:1px solid var(--line)}.head{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}.state{color:var(--own);font-weight:600}
svg{display:block;width:100%;height:28px;margin:.5rem 0 .25rem}path{fill:var(--own)}dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.25rem 0}dl div{display:flex;gap:.4rem}dt{color:var(--quiet)}dd{margin:0;font-variant-numeric:tabular-nums}
@media (forced-colors:active){path{fill:CanvasText}}
`;
