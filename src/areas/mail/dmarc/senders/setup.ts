import type { RecordTemplate, Service, ServiceType } from './catalogue/service.ts';

/** How the owner of a domain makes a service send in its name; steps are sentences. */
export interface Setup {
  steps: readonly string[];
  /** With the domain filled in; words in braces, and a value of null, are what the service shows. */
  records: readonly { name: string; type: RecordTemplate[1]; value: string | null }[];
}

const others: Partial<Record<ServiceType, (name: string) => string[]>> = {
  forwarding: name => [`There is nothing to set up at ${name}, which passes on what others send.`, 'Sign all of your mail with DKIM: a signature outlives forwarding, SPF does not.'],
  list: name => [`What ${name} changes in a message breaks its signature.`, 'Ask the list to send with an address of its own in "From" where the policy of your domain is "quarantine" or "reject".'],
  cloud: name => [`Everybody can rent a server at ${name}: find out whether one of yours sends from this address.`, 'If so, add exactly that address to your SPF record and sign with DKIM there; never include the whole network.'],
  hosting: name => [`Websites are hosted at ${name}: find out whether a form or a shop of yours sends from there.`, 'Have it send through your mail service with a user name and password, or sign with DKIM there.'],
};

/** What to do at `service` for `domain`. */
export function setupOf(service: Service, domain: string): Setup {
  const records = [...(service.records ?? []), ...(service.include ? [['@', 'TXT', `v=spf1 include:${service.include} ~all`] as const] : [])]
    .map(([name, type, value]) => ({ name: name === '@' ? domain : `${name}.${domain}`, type, value: value?.replaceAll('{domain}', domain) ?? null }));
  return { steps: (others[service.type]?.(service.name) ?? stepsAt(service, domain)), records };
}

function stepsAt({ name, url, menuPath, can, include, records }: Service, domain: string): string[] {
  const where = menuPath ? `Sign in at ${url} and open: ${menuPath}.` : `Sign in at ${url} and open the settings of the sending domain; search the help of ${name} for "DKIM" where they are not in sight.`;
  if (can?.dkimAlign === false && can.spfAlign === false) return [`Have ${name} use an address of its own, not one of ${domain}: it can neither sign nor take bounces for other domains.`, 'Where the service lets you give a reply address, put yours there.'];
  return [
    where,
    records?.length ? `Add ${domain}, and publish the DKIM records that are shown there; their names are listed below.` : `Add ${domain}, switch DKIM on for it, and publish the records that are shown there.`,
    ...(include ? [`Put include:${include} into the SPF record that ${domain} has already; a second SPF record breaks both.`] : []),
    ...(can?.spfAlign === false ? [`SPF does not count for DMARC here, because ${name} takes bounces at its own domain: DKIM is enough.`] : []),
    'Have the service verify the records. Two days later the reports should show aligned messages.',
  ];
}
