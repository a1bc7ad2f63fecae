import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { breakablesOf, hideImitator } from '../../../lab/demo/breakables.ts';
import { startControl, type Control } from '../../../lab/demo/control.ts';
import { reportsOfDomain } from '../../../lab/demo/reports.ts';
import { startLab } from '../../../lab/index.ts';
import { labDnsKeys, startDnsProviders } from '../../../lab/services/dns-providers.ts';
import type { Lab } from '../../../lab/types.ts';
import { exitCode, runCheckCommand, type CheckFormat, type Checker, type ExitCode } from '../../surfaces/cli/index.ts';
import { parseRoots } from '../../wire/dns/delegation-roots.ts';
import { parseTrustAnchors } from '../../wire/dns/dnssec/anchors.ts';
import { parseWhoisServer } from '../../wire/whois.ts';
import { composeChecker, type Outside } from '../compose.ts';
import { startDemoService, type DemoService } from './demo-service.ts';
import type { CommandParts } from './parts.ts';

/** The first things that a newcomer sees: one domain in full, then some that show what can be wrong. */
const FIRST = 'weak-mail.example';
/** Domains that are proven, with months of reports, and the policy that these tell of. */
const REPORTED = [['dmarc-none.example', 'none'], ['harborbank.example', 'reject']] as const;
const REPORT_DAYS = 60;
const SCAN_POLL_MS = 250;
const MAX_FILES = 50;
const SHOWCASE = ['healthy.example', 'm365.example', 'no-mail.example', 'spf-too-many-lookups.example', 'dmarc-none.example', 'ns-silent.example', 'lookup-servfail.example'];

/** What the command line asks of the demo; `dnsPort` null means any free port. */
export interface DemoOptions {
  format: CheckFormat;
  dnsPort: number | null;
}

/** The lab as the outside of a checker; its address map reaches the door here, in code, and nowhere else. */
export function outsideOfLab(lab: Lab): Outside {
  const roots = parseRoots(lab.roots);
  const trust = parseTrustAnchors(lab.trustAnchor);
  return {
    dnsServers: [lab.resolver],
    dnsRoots: 'roots' in roots ? roots.roots : [],
    trustAnchors: 'anchors' in trust ? trust.anchors : [],
    rdapBootstrap: lab.rdapBootstrapUrl,
    whoisServer: parseWhoisServer(lab.whoisServer),
    allow: [],
    ca: lab.caPem,
    route: lab.route,
  };
}

/** `dss demo`: with names checks those in the lab and ends; without, shows some and stays up until the reader leaves. */
export async function runDemo(domains: readonly string[], options: DemoOptions, parts: CommandParts): Promise<ExitCode> {
  const { terminal, signal, version } = parts;
  const lab = await startLab(options.dnsPort === null ? {} : { resolverPort: options.dnsPort });
  const check = composeChecker(outsideOfLab(lab));
  const dnsProviders = await startDnsProviders((zone, name, values) => void lab.changeZone(zone, values.map(value => `${name}. TXT ${value}`).join('\n')));
  dnsProviders.zones.push(...shownDomains(lab).map(({ name }) => ({ name, at: 'cloudflare' as const })));
  try {
    if (domains.length > 0) return await runCheckCommand(domains, check, { format: options.format, failOn: null, version, signal }, terminal);
    const register = hideImitator(lab);
    const service = await startDemoService(outsideOfLab(lab), { smtpUrl: lab.smtpUrl, dnsProviders: dnsProviders.url }, parts);
    try {
      await addReports(lab, service);
      await showcase(lab, check, parts);
      const control = await openControl(lab, register, service);
      try {
        terminal.stdout.write(introduce(service, control));
        await answer(lab, check, parts);
      } finally {
        await control.stop();
      }
    } finally {
      await service.stop();
    }
    return exitCode.clean;
  } finally {
    await Promise.all([lab.stop(), dnsProviders.stop()]);
  }
}

async function showcase(lab: Lab, check: Checker, { terminal, signal, version }: CommandParts): Promise<void> {
  const { stdout } = terminal;
  const run = { format: 'text', failOn: null, version, signal } as const;
  stdout.write(`The lab is up: a small Internet with ${shownDomains(lab).length} domains to check. Nothing leaves this machine.\n\n$ dss check ${FIRST}\n`);
  await runCheckCommand([FIRST], check, run, terminal);
  stdout.write(`$ dss check ${SHOWCASE.join(' ')}\n`);
  await runCheckCommand(SHOWCASE, check, run, terminal);
}

/** The page on which the reader breaks something, and the service that notices. */
function openControl(lab: Lab, register: () => () => void, { ask, domains, signIn, baseUrl }: DemoService): Promise<Control> {
  const scan = async (name: string) => {
    // A scan that was under way already may have seen what was there before.
    for (const asked = Date.now(); ;) {
      const { data: { createdAt } } = await ask('domains.scan', { id: domains.get(name)! }) as { data: { createdAt: string } };
      if (Date.parse(createdAt) >= asked) return;
      await sleep(SCAN_POLL_MS);
    }
  };
  const sweep = async (name: string) => void await ask('lookalikes.sweep', { id: domains.get(name)! });
  return startControl({ breakables: breakablesOf(lab, register, { scan, sweep }), token: randomBytes(16).toString('base64url'), signIn, dashboardUrl: `${baseUrl}/` });
}

/** Proves some domains as their owners would, by a record in the zone, and uploads what receivers report on them. */
async function addReports(lab: Lab, { ask, domains }: DemoService): Promise<void> {
  for (const [name, policy] of REPORTED) {
    const id = domains.get(name)!;
    const { data: { record } } = await ask('domains.ownership', { id }) as { data: { record: { name: string; value: string } } };
    lab.changeZone(name, `${record.name}. TXT "${record.value}"`);
    await ask('domains.verify_ownership', { id });
    const files = reportsOfDomain(name, { days: REPORT_DAYS, nowMs: Date.now(), policy });
    for (let at = 0; at < files.length; at += MAX_FILES) await ask('dmarc.upload', { files: files.slice(at, at + MAX_FILES) });
  }
}

function introduce({ baseUrl, email, password, key }: DemoService, { url, enterUrl }: Control): string {
  return `
The service is up as well. Open it, signed in already: ${enterUrl}
(${baseUrl}, as ${email} with the password ${password})

Break something, and watch the alert arrive: ${url}, or

curl -s -X POST ${url}break/certificate    the certificate of the bank expires
curl -s -X POST ${url}break/mx             its mail goes to somebody else
curl -s -X POST ${url}break/nameservers    its zone names other nameservers
curl -s -X POST ${url}break/lookalike      somebody registers a name like it
curl -s -X POST ${url}repair/certificate   as it was

Prove all domains at once, at ${baseUrl}/domains/ownership: the Cloudflare of the lab has their zones and takes the API token ${labDnsKeys.cloudflare.token}

The API key of this demo:

curl -s -H "Authorization: Bearer ${key}" "${baseUrl}/api/?domain=${FIRST}"
`;
}

/** Reads names line by line until `quit`, the end of the input on a terminal, or the signal. */
async function answer(lab: Lab, check: Checker, parts: CommandParts): Promise<void> {
  const { terminal: { stdin, stdout }, signal } = parts;
  stdout.write(help(lab));
  const lines = createInterface({ input: stdin, output: stdout, terminal: stdout.isTTY, prompt: 'domain> ' });
  const left = new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve());
    lines.on('SIGINT', resolve);
    lines.on('close', () => { if (stdout.isTTY) resolve(); });
  });
  const reading = readNames(lines, lab, check, parts);
  await Promise.race([left, reading]);
  lines.close();
}

/** Ends on `quit`; where the input ends by itself the lab stays up. */
async function readNames(lines: ReturnType<typeof createInterface>, lab: Lab, check: Checker, { terminal, signal, version }: CommandParts): Promise<void> {
  let open = true;
  lines.on('close', () => { open = false; });
  lines.prompt();
  for await (const line of lines) {
    const words = line.trim().split(/\s+/).filter(word => word !== '');
    if (words[0] === 'quit' || words[0] === 'exit') return;
    if (words[0] === 'list') terminal.stdout.write(list(lab));
    else if (words[0] === 'help') terminal.stdout.write(help(lab));
    else if (words.length > 0) await runCheckCommand(words, check, { format: 'text', failOn: null, version, signal }, terminal);
    if (open) lines.prompt();
  }
  await new Promise(() => {});
}

/** Others are there only for these to lean on. */
function shownDomains(lab: Lab): Lab['world']['domains'] {
  return lab.world.domains.filter(({ says }) => says !== '');
}

function list(lab: Lab): string {
  return shownDomains(lab).map(({ name, says }) => `  ${name.padEnd(34)} ${says}\n`).join('');
}

function help({ resolver }: Lab): string {
  return `
The lab stays up. Type the name of a domain to check it, "list" to see them all, "quit" to leave.
Other tools can ask it too: dig @127.0.0.1 -p ${resolver.port} healthy.example MX
From another terminal: npx dss demo <domain>

`;
}
