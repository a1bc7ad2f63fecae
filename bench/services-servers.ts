/** Where a server runs: a folder and an odd port of its own, a certificate with its key (PEM), and those both in one. */
export interface ServerFolder {
  folder: string;
  port: number;
  cert: string;
  key: string;
  both: string;
}

/** A server of Debian, and what a scanner should say of it. */
export interface DebianServer {
  name: string;
  program: string;
  /** Whose version, by dpkg, is the truth; null where the wire does not show the version. */
  versionOf: string | null;
  /** Names that scanners give the protocol. */
  protocols: readonly string[];
  /** Matches the product; null where the wire does not show it. */
  product: RegExp | null;
  files?: (at: ServerFolder) => Readonly<Record<string, string>>;
  /** For sh: ends with the server in the foreground. */
  command: (at: ServerFolder) => string;
}

const nginx = (at: ServerFolder, lines: string, listen = '') => ({
  'nginx.conf': `daemon off; master_process off; user root; pid ${at.folder}/pid; error_log stderr; events {} http { access_log off; ${lines} server { listen 127.0.0.1:${at.port}${listen}; root ${at.folder}; } }`,
});
const startNginx = ({ folder }: ServerFolder) => `exec nginx -c ${folder}/nginx.conf`;

const dovecot = (at: ServerFolder, service: string, listener: string, protocol: string, ssl = 'no') => ({
  'dovecot.conf': `base_dir = ${at.folder}/run
state_dir = ${at.folder}/run
log_path = ${at.folder}/log
ssl = ${ssl === 'no' ? 'no' : 'yes'}
ssl_cert = <${at.cert}
ssl_key = <${at.key}
protocols = ${protocol}
listen = 127.0.0.1
service ${service} {
${listener.replace('PORT', String(at.port)).replace('SSL', ssl)}
}
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=/nonexistent
}
`,
});
const startDovecot = ({ folder }: ServerFolder) => `exec dovecot -F -c ${folder}/dovecot.conf`;
const login = (name: string, others: readonly string[]) => [
  `inet_listener ${name} { port = PORT\n ssl = SSL\n }`.replace('{ port', '{\n port'), ...others.map(other => `inet_listener ${other} {\n port = 0\n }`),
].join('\n');

/** Owned by whom the server runs as. */
const owned = (user: string, folder: string) => `chown -R ${user} ${folder}`;

export const debianServers: readonly DebianServer[] = [
  { name: 'OpenSSH', program: 'sshd', versionOf: 'openssh-server', protocols: ['ssh'], product: /OpenSSH/, command: at => `ssh-keygen -q -t ed25519 -N '' -f ${at.folder}/host; mkdir -p /run/sshd; exec /usr/sbin/sshd -D -h ${at.folder}/host -p ${at.port} -o ListenAddress=127.0.0.1 -o PidFile=none -f /dev/null` },
  { name: 'Dropbear', program: 'dropbear', versionOf: 'dropbear-bin', protocols: ['ssh'], product: /dropbear/i, command: at => `dropbearkey -t ed25519 -f ${at.folder}/host >/dev/null; exec dropbear -F -r ${at.folder}/host -p 127.0.0.1:${at.port} -P ${at.folder}/pid` },
  { name: 'nginx', program: 'nginx', versionOf: 'nginx-light', protocols: ['http'], product: /nginx/, files: at => nginx(at, ''), command: startNginx },
  { name: 'nginx, TLS', program: 'nginx', versionOf: 'nginx-light', protocols: ['https', 'ssl/http'], product: /nginx/, files: at => nginx(at, `ssl_certificate ${at.cert}; ssl_certificate_key ${at.key};`, ' ssl'), command: startNginx },
  { name: 'nginx, TLS, no version', program: 'nginx', versionOf: null, protocols: ['https', 'ssl/http'], product: /nginx/, files: at => nginx(at, `server_tokens off; ssl_certificate ${at.cert}; ssl_certificate_key ${at.key};`, ' ssl'), command: startNginx },
  { name: 'Apache', program: 'apache2', versionOf: 'apache2', protocols: ['http'], product: /Apache/, files: at => ({ 'apache.conf': `ServerRoot /usr/lib/apache2\nServerName localhost\nListen 127.0.0.1:${at.port}\nPidFile ${at.folder}/pid\nErrorLog ${at.folder}/log\nDefaultRuntimeDir ${at.folder}\nLoadModule mpm_event_module modules/mod_mpm_event.so\nLoadModule authz_core_module modules/mod_authz_core.so\nUser nobody\nGroup nogroup\nDocumentRoot ${at.folder}\n` }), command: at => `exec apache2 -D FOREGROUND -f ${at.folder}/apache.conf` },
  { name: 'lighttpd', program: 'lighttpd', versionOf: 'lighttpd', protocols: ['http'], product: /lighttpd/i, files: at => ({ 'lighttpd.conf': `server.document-root = "${at.folder}"\nserver.port = ${at.port}\nserver.bind = "127.0.0.1"\n` }), command: at => `exec lighttpd -D -f ${at.folder}/lighttpd.conf` },
  { name: 'vsftpd', program: 'vsftpd', versionOf: 'vsftpd', protocols: ['ftp'], product: /vsftpd/i, files: at => ({ 'vsftpd.conf': `listen=YES\nlisten_address=127.0.0.1\nlisten_port=${at.port}\nbackground=NO\nseccomp_sandbox=NO\nsecure_chroot_dir=${at.folder}\n` }), command: at => `exec vsftpd ${at.folder}/vsftpd.conf` },
  { name: 'Exim', program: 'exim4', versionOf: 'exim4-daemon-light', protocols: ['smtp'], product: /exim/i, files: at => ({ 'exim.conf': `primary_hostname = mail.example.org\nlocal_interfaces = 127.0.0.1\ndaemon_smtp_ports = ${at.port}\nhost_lookup =\nrfc1413_query_timeout = 0s\nspool_directory = ${at.folder}/spool\nlog_file_path = ${at.folder}/%slog\n` }), command: at => `mkdir -p ${at.folder}/spool; chmod -R a+rwX ${at.folder}; ${owned('Debian-exim', at.folder)}; chown root ${at.folder}/exim.conf; chmod 644 ${at.folder}/exim.conf; exec exim4 -bdf -C ${at.folder}/exim.conf` },
  { name: 'Dovecot IMAP', program: 'dovecot', versionOf: null, protocols: ['imap'], product: /dovecot/i, files: at => dovecot(at, 'imap-login', login('imap', ['imaps']), 'imap'), command: startDovecot },
  { name: 'Dovecot IMAPS', program: 'dovecot', versionOf: null, protocols: ['imaps', 'ssl/imap'], product: /dovecot/i, files: at => dovecot(at, 'imap-login', login('imaps', ['imap']), 'imap', 'yes'), command: startDovecot },
  { name: 'Dovecot POP3', program: 'dovecot', versionOf: null, protocols: ['pop3'], product: /dovecot/i, files: at => dovecot(at, 'pop3-login', login('pop3', ['pop3s']), 'pop3'), command: startDovecot },
  { name: 'Dovecot POP3S', program: 'dovecot', versionOf: null, protocols: ['pop3s', 'ssl/pop3'], product: /dovecot/i, files: at => dovecot(at, 'pop3-login', login('pop3s', ['pop3']), 'pop3', 'yes'), command: startDovecot },
  { name: 'Dovecot LMTP', program: 'dovecot', versionOf: null, protocols: ['lmtp'], product: /dovecot/i, files: at => dovecot(at, 'lmtp', 'inet_listener lmtp {\n port = PORT\n }', 'lmtp'), command: startDovecot },
  { name: 'Dovecot ManageSieve', program: 'dovecot', versionOf: null, protocols: ['sieve'], product: /dovecot/i, files: at => dovecot(at, 'managesieve-login', 'inet_listener sieve {\n port = PORT\n }', 'sieve'), command: startDovecot },
  { name: 'Redis', program: 'redis-server', versionOf: 'redis-server', protocols: ['redis'], product: /redis/i, command: at => `exec redis-server --port ${at.port} --bind 127.0.0.1 --dir ${at.folder} --save ''` },
  { name: 'Redis, password', program: 'redis-server', versionOf: null, protocols: ['redis'], product: /redis/i, command: at => `exec redis-server --port ${at.port} --bind 127.0.0.1 --dir ${at.folder} --save '' --requirepass bench` },
  { name: 'memcached', program: 'memcached', versionOf: 'memcached', protocols: ['memcached', 'memcache'], product: /memcached/i, command: at => `exec memcached -u nobody -l 127.0.0.1 -p ${at.port} -U 0` },
  { name: 'PostgreSQL', program: '/usr/lib/postgresql/15/bin/postgres', versionOf: null, protocols: ['postgresql'], product: /postgresql/i, command: at => `mkdir ${at.folder}/data; chmod a+rx ${at.folder}; ${owned('postgres', `${at.folder}/data`)}; cd /; runuser -u postgres -- /usr/lib/postgresql/15/bin/initdb -D ${at.folder}/data -A scram-sha-256 --pwfile=/etc/hostname >/dev/null 2>&1; exec runuser -u postgres -- /usr/lib/postgresql/15/bin/postgres -D ${at.folder}/data -p ${at.port} -h 127.0.0.1 -k ''` },
  { name: 'MariaDB', program: 'mariadbd', versionOf: 'mariadb-server', protocols: ['mysql'], product: /mariadb/i, command: at => `mkdir ${at.folder}/data; chmod a+rx ${at.folder}; ${owned('mysql', `${at.folder}/data`)}; mariadb-install-db --no-defaults --user=mysql --datadir=${at.folder}/data >/dev/null 2>&1; exec mariadbd --no-defaults --user=mysql --datadir=${at.folder}/data --socket=${at.folder}/data/s --port=${at.port} --bind-address=127.0.0.1` },
  { name: 'rsync', program: 'rsync', versionOf: null, protocols: ['rsync'], product: /rsync/i, files: at => ({ 'rsyncd.conf': `use chroot = no\n[public]\npath = ${at.folder}\n` }), command: at => `exec rsync --daemon --no-detach --address=127.0.0.1 --port=${at.port} --config=${at.folder}/rsyncd.conf` },
  { name: 'Mosquitto', program: 'mosquitto', versionOf: 'mosquitto', protocols: ['mqtt'], product: /mosquitto/i, files: at => ({ 'mosquitto.conf': `listener ${at.port} 127.0.0.1\nallow_anonymous true\nuser root\n` }), command: at => `exec mosquitto -c ${at.folder}/mosquitto.conf` },
  { name: 'BIND', program: 'named', versionOf: 'bind9', protocols: ['domain'], product: /bind/i, files: at => ({ 'named.conf': `options { directory "${at.folder}"; pid-file "${at.folder}/pid"; session-keyfile "${at.folder}/session"; listen-on port ${at.port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; }; controls { };` }), command: at => `exec named -f -n 1 -c ${at.folder}/named.conf` },
  { name: 'HAProxy', program: 'haproxy', versionOf: null, protocols: ['http'], product: /haproxy/i, files: at => ({ 'haproxy.cfg': `defaults\n mode http\n timeout client 5s\n timeout server 5s\n timeout connect 5s\nfrontend f\n bind 127.0.0.1:${at.port}\n` }), command: at => `exec haproxy -db -f ${at.folder}/haproxy.cfg` },
  { name: 'Squid', program: 'squid', versionOf: 'squid', protocols: ['http', 'http-proxy'], product: /squid/i, files: at => ({ 'squid.conf': `http_port 127.0.0.1:${at.port}\npid_filename ${at.folder}/pid\ncache_log ${at.folder}/log\naccess_log none\ncache deny all\nhttp_access deny all\nvisible_hostname squid.example.org\n` }), command: at => `chmod a+rwX ${at.folder}; exec squid -N -f ${at.folder}/squid.conf` },
  { name: 'Prosody', program: 'prosody', versionOf: null, protocols: ['xmpp', 'xmpp-client', 'jabber'], product: /prosody/i, files: at => ({ 'prosody.lua': `run_as_root = true\npidfile = "${at.folder}/pid"\ndata_path = "${at.folder}"\nc2s_ports = { ${at.port} }\nc2s_interfaces = { "127.0.0.1" }\nmodules_disabled = { "s2s" }\nlog = { error = "${at.folder}/log" }\nVirtualHost "example.org"\n` }), command: at => `exec prosody -F --config ${at.folder}/prosody.lua` },
  { name: 'OpenLDAP', program: 'slapd', versionOf: null, protocols: ['ldap'], product: /openldap/i, files: at => ({ 'slapd.conf': `include /etc/ldap/schema/core.schema\nmodulepath /usr/lib/ldap\nmoduleload back_mdb\ndatabase mdb\nsuffix "dc=example,dc=org"\ndirectory ${at.folder}\n` }), command: at => `exec slapd -d 0 -h ldap://127.0.0.1:${at.port}/ -f ${at.folder}/slapd.conf` },
  { name: 'InfluxDB', program: 'influxd', versionOf: 'influxdb', protocols: ['http'], product: /influxdb/i, files: at => ({ 'influxdb.conf': `reporting-disabled = true\nbind-address = "127.0.0.1:0"\n[meta]\ndir = "${at.folder}/meta"\n[data]\ndir = "${at.folder}/data"\nwal-dir = "${at.folder}/wal"\n[http]\nbind-address = "127.0.0.1:${at.port}"\n` }), command: at => `exec influxd -config ${at.folder}/influxdb.conf` },
  { name: 'etcd', program: 'etcd', versionOf: 'etcd-server', protocols: ['http'], product: /etcd/i, command: at => `exec etcd --data-dir ${at.folder}/data --listen-client-urls http://127.0.0.1:${at.port} --advertise-client-urls http://127.0.0.1:${at.port} --listen-peer-urls http://127.0.0.1:0` },
  { name: 'Prometheus node exporter', program: 'prometheus-node-exporter', versionOf: null, protocols: ['http'], product: /exporter/i, command: at => `exec prometheus-node-exporter --web.listen-address=127.0.0.1:${at.port}` },
  { name: 'ngIRCd', program: 'ngircd', versionOf: null, protocols: ['irc'], product: null, files: at => ({ 'ngircd.conf': `[Global]\nName = irc.example.org\nInfo = bench\nListen = 127.0.0.1\nPorts = ${at.port}\nServerUID = root\nServerGID = root\n[Options]\nDNS = no\nIdent = no\nPAM = no\n` }), command: at => `exec ngircd -n -f ${at.folder}/ngircd.conf` },
  { name: 'beanstalkd', program: 'beanstalkd', versionOf: 'beanstalkd', protocols: ['beanstalkd', 'beanstalk'], product: /beanstalkd/i, command: at => `exec beanstalkd -l 127.0.0.1 -p ${at.port}` },
  { name: 'NATS', program: 'nats-server', versionOf: 'nats-server', protocols: ['nats'], product: /nats/i, command: at => `exec nats-server -a 127.0.0.1 -p ${at.port}` },
  { name: 'TigerVNC', program: 'Xtigervnc', versionOf: null, protocols: ['rfb', 'vnc'], product: null, command: at => `exec Xtigervnc :${at.port} -rfbport ${at.port} -localhost -SecurityTypes None -nolisten tcp -nolisten unix` },
  { name: 'svnserve', program: 'svnserve', versionOf: null, protocols: ['svn', 'svnserve'], product: /subversion/i, command: at => `exec svnserve -d --foreground --listen-host 127.0.0.1 --listen-port ${at.port} -r ${at.folder}` },
  { name: 'Tinyproxy', program: 'tinyproxy', versionOf: 'tinyproxy-bin', protocols: ['http', 'http-proxy'], product: /tinyproxy/i, files: at => ({ 'tinyproxy.conf': `Port ${at.port}\nListen 127.0.0.1\nTimeout 10\nMaxClients 20\nLogFile "${at.folder}/log"\n` }), command: at => `exec tinyproxy -d -c ${at.folder}/tinyproxy.conf` },
  { name: 'Docker Registry', program: 'docker-registry', versionOf: null, protocols: ['http'], product: /docker/i, files: at => ({ 'registry.yml': `version: 0.1\nstorage:\n  filesystem:\n    rootdirectory: ${at.folder}\nhttp:\n  addr: 127.0.0.1:${at.port}\n` }), command: at => `exec docker-registry serve ${at.folder}/registry.yml` },
  { name: 'Icecast', program: 'icecast2', versionOf: 'icecast2', protocols: ['http', 'shoutcast'], product: /icecast/i, files: at => ({ 'icecast.xml': `<icecast><hostname>localhost</hostname><authentication><source-password>a</source-password><admin-user>a</admin-user><admin-password>a</admin-password></authentication><listen-socket><port>${at.port}</port><bind-address>127.0.0.1</bind-address></listen-socket><paths><logdir>${at.folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths><logging><errorlog>e</errorlog></logging><security><chroot>0</chroot><changeowner><user>nobody</user><group>nogroup</group></changeowner></security></icecast>` }), command: at => `chmod -R a+rwX ${at.folder}; exec icecast2 -c ${at.folder}/icecast.xml` },
  { name: 'git daemon', program: 'git', versionOf: null, protocols: ['git'], product: null, command: at => `exec git daemon --listen=127.0.0.1 --port=${at.port} --base-path=${at.folder}` },
];
