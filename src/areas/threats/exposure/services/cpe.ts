import { formatCpe } from '../../../../core/cpe.ts';

/** Vendors that the National Vulnerability Database uses, or has used, for the same program: `vendor:product`, the one that its newest entries have first. */
const aliases: readonly (readonly string[])[] = [
  ['f5:nginx', 'nginx:nginx', 'igor_sysoev:nginx'],
  ['redis:redis', 'redislabs:redis', 'pivotal_software:redis'],
  ['dovecot:dovecot', 'open-xchange:dovecot'],
  ['vsftpd_project:vsftpd', 'beasts:vsftpd'],
  ['dropbear_ssh_project:dropbear_ssh', 'matt_johnston:dropbear_ssh_server'],
  ['elastic:elasticsearch', 'elasticsearch:elasticsearch'],
  ['influxdata:influxdb', 'influxdb:influxdb'],
  ['proftpd:proftpd', 'proftpd_project:proftpd'],
  ['varnish-software:varnish_cache', 'varnish-cache:varnish', 'varnish_cache_project:varnish_cache'],
  ['samba:rsync', 'rsync:rsync'],
  ['vmware:rabbitmq', 'pivotal_software:rabbitmq', 'broadcom:rabbitmq_server'],
  ['etcd:etcd', 'redhat:etcd'],
  ['linuxfoundation:nats-server', 'nats:nats_server'],
  ['apple:cups', 'openprinting:cups'],
  ['oracle:mysql', 'mysql:mysql'],
  ['mongodb:mongodb', '10gen:mongodb'],
  ['hashicorp:consul', 'consul:consul'],
];

/** CPE 2.3 names (NISTIR 7695 §6.2) of a program, one for each vendor it is known by; `*` stands for an unknown version. */
export function cpeNames(vendor: string, product: string, version: string | null): string[] {
  const own = `${vendor}:${product}`;
  const known = aliases.find(names => names.includes(own)) ?? [own];
  const update = /^(?<number>\d+(?:\.\d+)+)(?<update>p\d+)$/.exec(version ?? '')?.groups;
  return known.map(name => {
    const [vendor, product] = name.split(':') as [string, string];
    // OpenSSH and ntpd write updates as `9.2p1` and `4.2.8p15`; a CPE keeps these apart.
    return update ? formatCpe(vendor, product, update['number']!, update['update']) : formatCpe(vendor, product, version);
  });
}

/** The same from the older form, `cpe:/a:vendor:product:version`, that Recog has. */
export function cpeNamesOfUri(uri: string): string[] {
  const match = /^cpe:\/a:([^:]+):([^:]+)(?::([^:]*))?/.exec(uri);
  if (!match) return [];
  const [, vendor, product, version = ''] = match;
  return cpeNames(vendor!, product!, version === '' || version === '-' ? null : version);
}
