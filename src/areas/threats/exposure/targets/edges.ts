import { isWithin } from '../../../../core/domain-name.ts';
import { inCidr, parseCidr, parseIp, type Cidr } from '../../../../core/ip.ts';

/** Machines that serve many customers: a content delivery network, or a platform that hosts websites. */
export interface Edge {
  name: string;
  kind: 'cdn' | 'platform';
}

interface KnownEdge extends Edge {
  /** Where the CNAME records of customers lead. */
  names: readonly string[];
  ranges: readonly string[];
}

/** As the providers publish them, October 2026; by names where they have too many ranges, or change them often. */
const known: readonly KnownEdge[] = [
  {
    name: 'Cloudflare', kind: 'cdn', names: ['cdn.cloudflare.net', 'pages.dev', 'workers.dev'],
    ranges: [
      '173.245.48.0/20', '103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '141.101.64.0/18', '108.162.192.0/18', '190.93.240.0/20', '188.114.96.0/20', '197.234.240.0/22',
      '198.41.128.0/17', '162.158.0.0/15', '104.16.0.0/13', '104.24.0.0/14', '172.64.0.0/13', '131.0.72.0/22', '2400:cb00::/32', '2606:4700::/32', '2803:f800::/32', '2405:b500::/32',
      '2405:8100::/32', '2a06:98c0::/29', '2c0f:f248::/32',
    ],
  },
  {
    name: 'Fastly', kind: 'cdn', names: ['fastly.net', 'fastlylb.net'],
    ranges: [
      '23.235.32.0/20', '43.249.72.0/22', '103.244.50.0/24', '103.245.222.0/23', '103.245.224.0/24', '104.156.80.0/20', '140.248.64.0/18', '140.248.128.0/17', '146.75.0.0/17',
      '151.101.0.0/16', '157.52.64.0/18', '167.82.0.0/17', '167.82.128.0/20', '167.82.160.0/20', '167.82.224.0/20', '172.111.64.0/18', '185.31.16.0/22', '199.27.72.0/21', '199.232.0.0/16',
      '2a04:4e40::/32', '2a04:4e42::/32',
    ],
  },
  { name: 'Amazon CloudFront', kind: 'cdn', names: ['cloudfront.net'], ranges: ['13.32.0.0/15', '13.35.0.0/16', '13.224.0.0/14', '13.249.0.0/16', '18.64.0.0/14', '18.154.0.0/15', '18.160.0.0/15', '18.164.0.0/15', '18.172.0.0/15', '18.238.0.0/15', '52.84.0.0/15', '52.222.128.0/17', '54.182.0.0/16', '54.192.0.0/16', '54.230.0.0/16', '54.239.128.0/18', '65.8.0.0/16', '65.9.0.0/17', '99.84.0.0/16', '99.86.0.0/16', '108.138.0.0/15', '108.156.0.0/14', '143.204.0.0/16', '204.246.164.0/22', '205.251.192.0/19', '2600:9000::/28'] },
  { name: 'Akamai', kind: 'cdn', names: ['akamai.net', 'akamaiedge.net', 'akamaized.net', 'edgekey.net', 'edgesuite.net', 'akamaihd.net'], ranges: ['2.16.0.0/13', '23.32.0.0/11', '23.64.0.0/14', '23.72.0.0/13', '23.192.0.0/11', '95.100.0.0/15', '96.16.0.0/15', '104.64.0.0/10', '184.24.0.0/13', '184.50.0.0/15', '184.84.0.0/14', '2a02:26f0::/32', '2600:1400::/24'] },
  { name: 'Azure Front Door', kind: 'cdn', names: ['azurefd.net', 'azureedge.net', 't-msedge.net'], ranges: ['13.107.213.0/24', '13.107.246.0/24', '150.171.22.0/23', '2620:1ec:bdf::/48', '2620:1ec:46::/47'] },
  { name: 'Imperva', kind: 'cdn', names: ['incapdns.net', 'impervadns.net'], ranges: ['199.83.128.0/21', '198.143.32.0/19', '149.126.72.0/21', '103.28.248.0/22', '45.64.64.0/22', '185.11.124.0/22', '192.230.64.0/18', '107.154.0.0/16', '45.60.0.0/16', '45.223.0.0/16', '2a02:e980::/29'] },
  { name: 'Sucuri', kind: 'cdn', names: ['sucuri.net'], ranges: ['192.88.134.0/23', '185.93.228.0/22', '66.248.200.0/22', '208.109.0.0/22', '2a02:fe80::/29'] },
  { name: 'bunny.net', kind: 'cdn', names: ['b-cdn.net', 'bunnycdn.com'], ranges: [] },
  { name: 'KeyCDN', kind: 'cdn', names: ['kxcdn.com'], ranges: [] },
  { name: 'CDN77', kind: 'cdn', names: ['cdn77.org', 'cdn77.net'], ranges: [] },
  { name: 'Gcore', kind: 'cdn', names: ['gcdn.co'], ranges: [] },
  { name: 'Edgio', kind: 'cdn', names: ['edgecastcdn.net', 'llnwd.net'], ranges: ['93.184.208.0/20', '152.195.0.0/16', '192.229.128.0/17'] },
  { name: 'GitHub Pages', kind: 'platform', names: ['github.io'], ranges: ['185.199.108.0/22', '2606:50c0:8000::/46'] },
  { name: 'GitLab Pages', kind: 'platform', names: ['gitlab.io'], ranges: ['35.185.44.232/32'] },
  { name: 'Netlify', kind: 'platform', names: ['netlify.app', 'netlify.com', 'netlifyglobalcdn.com'], ranges: ['75.2.60.5/32', '99.83.190.102/32'] },
  { name: 'Vercel', kind: 'platform', names: ['vercel-dns.com', 'vercel.app', 'now.sh'], ranges: ['76.76.21.0/24', '66.33.60.0/24', '216.198.79.0/24', '64.29.17.0/24'] },
  { name: 'Heroku', kind: 'platform', names: ['herokudns.com', 'herokuapp.com', 'herokussl.com'], ranges: [] },
  { name: 'Shopify', kind: 'platform', names: ['myshopify.com'], ranges: ['23.227.38.0/23', '2620:127:f00f::/48'] },
  { name: 'Squarespace', kind: 'platform', names: ['squarespace.com'], ranges: ['198.185.159.0/24', '198.49.23.0/24'] },
  { name: 'Wix', kind: 'platform', names: ['wixdns.net', 'wixsite.com'], ranges: ['185.230.60.0/22', '23.236.62.147/32'] },
  { name: 'WordPress.com', kind: 'platform', names: ['wordpress.com', 'wordpress.net'], ranges: ['192.0.64.0/18'] },
  { name: 'Webflow', kind: 'platform', names: ['webflow.com', 'webflow.io'], ranges: [] },
  { name: 'Google', kind: 'platform', names: ['ghs.googlehosted.com', 'ghs.google.com', 'googlehosted.com', 'run.app', 'appspot.com', 'web.app', 'firebaseapp.com'], ranges: ['199.36.158.0/24', '216.239.32.0/20'] },
  { name: 'Microsoft Azure', kind: 'platform', names: ['azurewebsites.net', 'azurestaticapps.net', 'trafficmanager.net', 'blob.core.windows.net', 'cloudapp.net'], ranges: [] },
  { name: 'Amazon Web Services', kind: 'platform', names: ['amazonaws.com', 'elasticbeanstalk.com', 'awsglobalaccelerator.com'], ranges: [] },
  { name: 'Fly.io', kind: 'platform', names: ['fly.dev'], ranges: [] },
  { name: 'Render', kind: 'platform', names: ['onrender.com'], ranges: ['216.24.57.0/24'] },
  { name: 'HubSpot', kind: 'platform', names: ['hubspot.net', 'hs-sites.com'], ranges: ['199.60.103.0/24'] },
];

const ranges: readonly { edge: Edge; cidr: Cidr }[] = known.flatMap(({ name, kind, ranges }) => ranges.map(range => ({ edge: { name, kind }, cidr: parseCidr(range)! })));

/** Whose shared machine `address` is, by its range or by where the CNAME records on the way to it led; null for none that is known. */
export function edgeOf(address: string, via: readonly string[]): Edge | null {
  const bytes = parseIp(address);
  const byRange = bytes && ranges.find(({ cidr }) => inCidr(bytes, cidr));
  if (byRange) return byRange.edge;
  const byName = known.find(({ names }) => via.some(target => names.some(name => isWithin(target, name))));
  return byName ? { name: byName.name, kind: byName.kind } : null;
}
