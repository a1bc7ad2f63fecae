import { edgeOf } from '../../exposure/index.ts';
import type { OwnerFacts } from './facts.ts';

/** Providers of machines for rent, by the numbers of their networks; source: the whois of each number, November 2026. */
const clouds: Readonly<Record<string, readonly number[]>> = {
  'Amazon Web Services': [14618, 16509, 8987],
  'Microsoft Azure': [8075, 8068],
  'Google Cloud': [15169, 396982, 19527],
  'Oracle Cloud': [31898],
  'IBM Cloud': [36351],
  'Alibaba Cloud': [37963, 45102],
  'Tencent Cloud': [45090, 132203],
  DigitalOcean: [14061],
  'Akamai Connected Cloud (Linode)': [63949],
  Vultr: [20473],
  Hetzner: [24940, 213230, 212317],
  OVHcloud: [16276],
  Scaleway: [12876],
  IONOS: [8560],
  Contabo: [51167],
  netcup: [197540],
  Leaseweb: [60781, 28753],
  UpCloud: [202053],
  Exoscale: [61098],
  Infomaniak: [29222],
};

const deliveryNetworks: Readonly<Record<string, readonly number[]>> = {
  Cloudflare: [13335, 209242],
  Fastly: [54113],
  Akamai: [20940, 16625],
  Imperva: [19551],
  Sucuri: [30148],
  'bunny.net': [200325],
  CDN77: [60068],
  Gcore: [199524],
};

const byNetwork = new Map<number, OwnerFacts>([
  ...Object.entries(clouds).flatMap(([name, asns]) => asns.map(asn => [asn, { name, kind: 'cloud' }] as const)),
  ...Object.entries(deliveryNetworks).flatMap(([name, asns]) => asns.map(asn => [asn, { name, kind: 'cdn' }] as const)),
]);

/** Whose the address is, by the ranges that providers publish, else by the network that announces it; null for none that is known. */
export function ownerOf(address: string, asns: readonly number[]): OwnerFacts | null {
  return edgeOf(address, []) ?? asns.map(asn => byNetwork.get(asn)).find(owner => owner !== undefined) ?? null;
}
