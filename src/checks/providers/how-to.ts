import { dnsHosts, type DnsHost } from './dns-hosts.ts';

/** How the customers of one DNS host do what findings ask for; each step is a sentence. */
export interface HowTo {
  host: DnsHost;
  /** Adds or changes a record of the zone. */
  record: string;
  /** How the host wants the name of a record below the domain. */
  name: string;
  /** Switches DNSSEC on or off. */
  dnssec: string;
  /** Changes the nameservers of a domain that is registered there. */
  nameservers: string;
}

const RELATIVE = 'Give the name without the domain (`_dmarc`), and `@` for the domain itself.';
const ROUTE_53_TEXT = 'Give the name without the domain, and nothing for the domain itself; put the value of a TXT record in double quotes.';

// Source: general knowledge of the control panels, 2026-11-22. The ten are those that host most of the zones of the open Internet;
// panels change, so each entry names the words to look for.
const known: readonly (Omit<HowTo, 'host'> & { id: string })[] = [
  {
    id: 'cloudflare', name: `${RELATIVE} Set the proxy status of records for mail to "DNS only".`,
    record: 'Choose the domain, then DNS, Records. Press "Add record", or "Edit" next to the one to change.',
    dnssec: 'Choose the domain, then DNS, Settings, DNSSEC, "Enable DNSSEC". Where the domain is registered elsewhere, give the DS record that is shown to that registrar.',
    nameservers: 'A domain registered at Cloudflare keeps the nameservers of Cloudflare; transfer it to use others.',
  },
  {
    id: 'godaddy', name: RELATIVE,
    record: 'Open My Products, choose the domain, then DNS, DNS Records. Press "Add New Record", or the pencil next to the one to change.',
    dnssec: 'Choose the domain, then DNS, DNSSEC. With the nameservers of GoDaddy press "On"; with others enter the DS record of the DNS host.',
    nameservers: 'Choose the domain, then DNS, Nameservers, "Change Nameservers".',
  },
  {
    id: 'aws-route-53', name: ROUTE_53_TEXT,
    record: 'Open Route 53, Hosted zones, choose the zone. Press "Create record", or mark the one to change and press "Edit record".',
    dnssec: 'Open the hosted zone, then DNSSEC signing, "Enable DNSSEC signing", create a key-signing key, and enter the DS record at the registrar (in Route 53: Registered domains, DNSSEC keys).',
    nameservers: 'Open Route 53, Registered domains, choose the domain, then Actions, "Edit name servers".',
  },
  {
    id: 'namecheap', name: RELATIVE,
    record: 'Open Domain List, press "Manage" next to the domain, then Advanced DNS. Press "Add New Record"; MX records stand under Mail Settings, "Custom MX".',
    dnssec: 'Press "Manage" next to the domain, then Advanced DNS, DNSSEC, and switch the status on.',
    nameservers: 'Press "Manage" next to the domain, then Domain, Nameservers, "Custom DNS".',
  },
  {
    id: 'squarespace', name: RELATIVE,
    record: 'Open Domains, choose the domain, then DNS, DNS Settings, Custom records. Press "Add record", or the pencil next to the one to change.',
    dnssec: 'Open Domains, choose the domain, then DNS, DNSSEC, and switch it on.',
    nameservers: 'Open Domains, choose the domain, then DNS, Domain Nameservers, "Use custom nameservers".',
  },
  {
    id: 'ionos', name: RELATIVE,
    record: 'Open Domains & SSL, choose the domain, then DNS. Press "Add record", or the gear next to the one to change.',
    dnssec: 'Open Domains & SSL, choose the domain, then DNSSEC, and switch it on.',
    nameservers: 'Open Domains & SSL, choose the domain, then Name server, "Use custom name servers".',
  },
  {
    id: 'ovh', name: 'Give the name without the domain, and nothing for the domain itself.',
    record: 'Open Web Cloud, Domain names, choose the domain, then DNS zone. Press "Add an entry", or "Modify" in the menu next to the one to change.',
    dnssec: 'Open Web Cloud, Domain names, choose the domain, then General information, Security, and switch "Delegation Signer (DNSSEC)" on.',
    nameservers: 'Open Web Cloud, Domain names, choose the domain, then DNS servers, "Modify DNS servers".',
  },
  {
    id: 'azure-dns', name: `${RELATIVE} Several values of one name and type belong into one record set.`,
    record: 'Open DNS zones, choose the zone, then DNS Management, Recordsets. Press "Add", or choose the one to change.',
    dnssec: 'Open the DNS zone, then DNS Management, DNSSEC, switch it on, and give the DS record that is shown to the registrar.',
    nameservers: 'Azure DNS hosts zones and registers no names: change the nameservers at the registrar of the domain.',
  },
  {
    id: 'google-cloud-dns', name: ROUTE_53_TEXT,
    record: 'Open Network services, Cloud DNS, choose the zone. Press "Add standard", or the pencil next to the one to change.',
    dnssec: 'Open the zone, press "Edit", set DNSSEC to "On", and give the DS record under "Registrar Setup" to the registrar.',
    nameservers: 'Open Cloud Domains, choose the domain, then "Edit DNS details".',
  },
  {
    id: 'hetzner', name: RELATIVE,
    record: 'Open DNS, choose the zone, then Records. Press "Add record", or choose the one to change.',
    dnssec: 'The DNS of Hetzner does not sign zones: use a DNS host that does.',
    nameservers: 'Change the nameservers at the registrar; for domains registered at Hetzner in the domain registration robot.',
  },
];

/** The ten DNS hosts that are met most often. */
export const howTos: readonly HowTo[] = known.map(({ id, ...steps }) => ({ host: dnsHosts.find(host => host.id === id)!, ...steps }));
