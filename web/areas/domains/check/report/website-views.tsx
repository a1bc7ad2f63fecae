import { language } from '../../../../language/index.ts';
import { texts } from '../texts/report.ts';
import { Facts, SmallTable } from '../../../../parts/facts.tsx';
import type { Records } from './types.ts';
import { daysBetween, spell, type RecordViews } from './views.ts';

const DAY_SECONDS = 86_400;

/** TLS, the website, what a checkup learns of both, and blocklists. */
export const websiteViews: RecordViews<'tls' | 'web' | 'ciphers' | 'headers' | 'blocklists'> = {
  tls: {
    line: ({ protocol, certificate }, { at }) => {
      if (protocol === null) return texts.tls.none;
      const end = certificate?.notAfter ?? null;
      return texts.tls.line(spell(protocol), end === null ? null : texts.tls.until(language.day(end), daysBetween(at, end)));
    },
    Body: ({ record: { host, addresses, certificate, trusted, cipher, group } }) => (
      <Facts of={[
        [texts.tls.host, host],
        [texts.tls.addresses, texts.listed(addresses)],
        [texts.tls.subject, certificate?.subject ?? null],
        [texts.tls.issuer, certificate?.issuer ?? null],
        [texts.tls.valid, certificate?.notBefore && certificate.notAfter ? texts.tls.span(language.day(certificate.notBefore), language.day(certificate.notAfter)) : null],
        [texts.tls.serial, certificate ? <code>{certificate.serialNumber}</code> : null],
        [texts.tls.trusted, trusted === null ? null : trusted ? texts.yes : texts.no],
        [texts.tls.cipher, typeof cipher === 'string' ? cipher : null],
        [texts.tls.group, typeof group === 'string' ? group : null],
      ]} />
    ),
  },
  web: {
    line: ({ url, httpStatus, hsts }) => (url === null ? texts.web.none : texts.web.line(httpStatus, hsts !== null)),
    Body: ({ record: { url, redirect, server, hsts, httpStatus } }) => (
      <Facts of={[
        [texts.web.url, url],
        [texts.web.redirect, redirect],
        [texts.web.server, server],
        [texts.web.hsts, hsts ? texts.web.hstsOf(Math.floor(hsts.maxAgeSeconds / DAY_SECONDS), hsts.includeSubDomains, hsts.preload) : httpStatus === null ? null : texts.web.noHsts],
      ]} />
    ),
  },
  ciphers: {
    line: ({ versions, level }) => (versions.length === 0 ? texts.ciphers.none : texts.ciphers.line(versions.map(({ version }) => spell(version)), level)),
    Body: ({ record }) => (
      <>
        <Facts of={record.versions.length === 0 ? [] : [
          [texts.ciphers.level, record.level ?? texts.ciphers.noLevel],
          [texts.ciphers.postQuantum, record['postQuantum'] === true ? texts.yes : texts.no],
        ]} />
        <SmallTable columns={Object.values(texts.ciphers.columns)} rows={record.versions.map(({ version, suites }) => [spell(version), suites.map(suite => <div key={suite.name}><code>{suite.name}</code> {weaknessOf(suite)}</div>)])} />
      </>
    ),
  },
  headers: {
    line: ({ headers, httpStatus }) => (httpStatus === null ? texts.headers.none : texts.headers.line(Object.keys(headers).filter(isProtective).length)),
    Body: ({ record: { headers, cookies, securityTxt, httpStatus } }) => (
      <>
        <SmallTable columns={Object.values(texts.headers.columns)} rows={Object.entries(headers).map(([name, value]) => [<code>{name}</code>, <code>{value}</code>])} />
        <Facts of={httpStatus === null ? [] : [
          [texts.headers.cookies, cookies.length === 0 ? texts.none : cookies.map((cookie, index) => <div key={index}>{texts.headers.cookie(cookie.name, flagsOf(cookie))}</div>)],
          [texts.headers.securityTxt, securityTxt ? texts.listed(securityTxt.contacts) : texts.headers.noSecurityTxt],
        ]} />
      </>
    ),
  },
  blocklists: {
    line: ({ lists, targets }) => {
      const asked = lists.filter(({ fault }) => fault === null).length;
      const on = new Set(targets.flatMap(({ answers }) => answers.filter(({ state }) => state === 'listed').map(({ zone }) => zone)));
      return asked === 0 ? texts.blocklists.none : texts.blocklists.line(on.size, asked);
    },
    Body: ({ record: { lists, targets } }) => {
      const nameOf = (zone: string) => lists.find(list => list.zone === zone)?.name ?? zone;
      return (
        <>
          <SmallTable columns={Object.values(texts.blocklists.columns)} rows={targets.map(({ target, host, answers }) => [
            <><code>{target}</code>{host === target ? null : ` ${host}`}</>, listingsOf(answers, nameOf),
          ])} />
          <Facts of={[[texts.blocklists.faults, lists.some(({ fault }) => fault !== null) ? lists.filter(({ fault }) => fault !== null).map(({ zone, name, fault }) => <div key={zone}>{texts.blocklists.fault(name, fault!)}</div>) : null]]} />
        </>
      );
    },
  },
};

function weaknessOf(suite: Record<string, unknown>): string | null {
  return typeof suite['weakness'] === 'string' ? texts.ciphers.weak(suite['weakness']) : null;
}

/** Whether the header protects visitors; the others only tell of the server. */
function isProtective(name: string): boolean {
  return name !== 'server' && name !== 'x-powered-by' && !name.endsWith('-report-only');
}

function flagsOf({ secure, httpOnly, sameSite }: Records['headers']['cookies'][number]): string {
  const flags = [...(secure ? ['Secure'] : []), ...(httpOnly ? ['HttpOnly'] : []), ...(sameSite === null ? [] : [`SameSite=${sameSite}`])];
  return flags.length === 0 ? texts.none : flags.join(', ');
}

function listingsOf(answers: Records['blocklists']['targets'][number]['answers'], nameOf: (zone: string) => string): string {
  const listed = answers.filter(({ state }) => state === 'listed').map(({ zone, codes }) => `${nameOf(zone)}${codes.length > 0 ? ` (${codes.map(({ meaning }) => meaning).join('; ')})` : ''}`);
  const unknown = answers.filter(({ state }) => state === 'unknown').length;
  return [listed.length === 0 ? texts.blocklists.clean : texts.listed(listed), ...(unknown > 0 ? [texts.blocklists.unknown(unknown)] : [])].join('; ');
}
