import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { askToJudge } from '../judging/judge-job.ts';
import type { Known } from '../data/knowledge.ts';
import { distributionIn, releaseIn, releaseKey } from '../names/distributions.ts';
import { productsNamed } from '../products/find.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { keepPackages } from '../store/package-hosts.ts';
import { packageFormats, type ListedPackage } from './listed-package.ts';
import { readPackages } from './read-packages.ts';

const MAX_BYTES = 4 << 20;
const HOST = /^(?!-)[A-Za-z0-9.:_-]{1,253}$/;

const Host = z.string().regex(HOST, 'Give a host name or an address.').transform(host => host.toLowerCase());

export const importPackages = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.import_packages',
  summary: 'Import the package list of a host',
  description: 'Takes the list of installed packages of a host (dpkg, rpm or apk listing, CycloneDX or SPDX in JSON), in place of its earlier one. '
    + 'With it vulnerabilities of a Linux distribution are judged exactly, also where the wire does not show which revision runs. Meant for a job on the host that has a key of the scope vulnscan.',
  method: 'POST', path: '/api/vuln-scan/components/import', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none', maxBodyBytes: MAX_BYTES, idempotent: true,
  owns: { domainId: domain },
  input: z.strictObject({
    domainId: DomainReference.describe('The domain that the host belongs to, by name or id'),
    host: Host.describe('Name or address of the host'),
    addresses: z.array(Host).max(64).default([]).describe('Its addresses, by which it is the same host as one that was scanned'),
    format: z.enum(packageFormats),
    distribution: z.string().regex(/^[A-Za-z][A-Za-z ]{1,30}(?::[\w .:()-]{1,80})?$/, 'Give it as Debian:12 or Rocky Linux:9.').optional().describe('Needed for dpkg, rpm and apk: `Debian:12`, `Alpine:3.20`, `Rocky Linux:9`, `SUSE:15 SP5`'),
    content: z.string().min(1).max(MAX_BYTES).describe('The listing: `dpkg-query -W -f \'${source:Package}\\t${source:Version}\\n\'`, `rpm -qa --qf \'%{SOURCERPM}\\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\\n\'`, `apk list --installed`, or the document'),
  }),
  output: z.object({ success: z.literal(true), data: z.object({ host: z.string(), packages: z.number().int(), judged: z.number().int().describe('Packages of which something is known: the product, and the release of the distribution'), notJudged: z.number().int().describe('The others: nothing is said of them, which is not the same as clean') }) }),
  examples: [{ input: { domainId: 'example.org', host: 'www.example.org', format: 'dpkg', distribution: 'Debian:12', content: 'openssh\t1:9.2p1-2+deb12u3\n' }, says: 'One package of a server with Debian 12' }],
  audit: ({ input, output: { data } }) => ({ action: 'vulnerability.packages_imported', resource: { type: 'domain', id: input.domainId }, details: { host: data.host, format: input.format, packages: data.packages } }),
  run: async ({ caller, owned: { domainId: { id: domainId } }, now }, { db, newId, queue, vulnerabilityKnowledge }, { host, addresses, format, distribution, content }) => {
    const of = distribution === undefined ? null : distributionIn(distribution);
    if (of === null && (distribution !== undefined || format === 'dpkg' || format === 'rpm' || format === 'apk')) throw invalid([{ path: ['distribution'], message: 'Say of which distribution and release the host is, such as Debian:12.' }]);
    const all = readPackages(format, content, of);
    if (all === null) throw invalid([{ path: ['content'], message: `There is no package in it that can be read as ${format}. See the description of content for the command.` }]);
    const kept = all.filter(isKnown);
    const accountId = known(caller).account.id;
    const list = { host, hosts: [...new Set([host, ...addresses])], packages: kept, importedAt: now };
    await keepPackages(db, { newId }, { accountId, domainId }, list, { format, distribution: distribution ?? null, count: all.length });
    await askToJudge(db, queue, accountId, domainId, now);
    const judged = await judgedAmong(kept, await vulnerabilityKnowledge.at(db));
    return { success: true as const, data: { host, packages: all.length, judged, notJudged: all.length - judged } };
  },
});

/** Whether it is of a product that is known here: nothing else can be judged, and so it is not kept. */
function isKnown(listed: ListedPackage): boolean {
  return productsOf(listed).length > 0;
}

function productsOf({ name, distribution, registry }: ListedPackage): string[] {
  return productsNamed({ cpes: [], words: null, package: distribution ? { ecosystem: distribution.name, name } : registry });
}

/** How many of these are of a registry, or of a release that was read whole or that advisories of the product speak of. */
async function judgedAmong(listed: readonly ListedPackage[], known: Known): Promise<number> {
  let judged = 0;
  for (const one of listed) {
    const release = one.distribution && releaseKey({ ...one.distribution, release: one.distribution.release ?? releaseIn(one.version) });
    if (release === null || (await known.of(release)).coveredBy.length > 0 || (await known.of(productsOf(one)[0]!)).releases.has(release)) judged++;
  }
  return judged;
}
