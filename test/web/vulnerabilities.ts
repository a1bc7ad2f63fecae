// What a host listed itself, judged by the data that come with the program.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount } from '../service.ts';
import { ask, type Site } from './service.ts';

const POLL_MS = 50;

/** Has hosts of a domain send lists with an old web server and an old library; gives once they are judged. */
export async function addVulnerable(site: Site, account: TestAccount, domainId: string): Promise<void> {
  const purls = ['pkg:bitnami/apache@2.4.49', 'pkg:npm/jquery@1.9.0'];
  for (const host of ['www.harbor-hosts.example', 'shop.harbor-hosts.example']) {
    await ask(site, account, 'POST', '/api/vuln-scan/components/import', { domainId, host, format: 'cyclonedx', content: JSON.stringify({ bomFormat: 'CycloneDX', components: purls.map(purl => ({ purl })) }) });
  }
  for (;;) {
    const { body } = await ask(site, account, 'GET', '/api/vulnapps/alerts?cve=CVE-2021-41773');
    if ((body['data'] as { host: string }[]).some(({ host }) => host.startsWith('shop.'))) return;
    await sleep(POLL_MS);
  }
}
