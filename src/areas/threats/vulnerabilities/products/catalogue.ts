/** A product that vulnerabilities are judged of, with the names that sources have for it. */
export interface Product {
  id: string;
  title: string;
  /** `vendor:product` of its CPE names, the newest first. */
  cpes: readonly string[];
  /** `vendor/product` in CVE records, in lower case. */
  words: readonly string[];
  /** Its source packages, `ecosystem/name` as OSV writes them, those of distributions without the release; `RPM` is every distribution of RPM packages. */
  packages: readonly string[];
}

/** Every other product is not judged: nothing is known of it, which is not the same as no vulnerability. */
export const products: readonly Product[] = [
  { id: 'apache-httpd', title: 'Apache HTTP Server', cpes: ['apache:http_server', 'apache_software_foundation:apache_http_server'], words: ['apache software foundation/apache http server'], packages: ['Bitnami/apache', 'Debian/apache2', 'Ubuntu/apache2', 'Alpine/apache2', 'RPM/httpd', 'RPM/apache2', 'RPM/apache'] },
  { id: 'apache-tomcat', title: 'Apache Tomcat', cpes: ['apache:tomcat'], words: ['apache software foundation/apache tomcat'], packages: ['Bitnami/tomcat', 'Debian/tomcat9', 'Debian/tomcat10', 'Maven/org.apache.tomcat:tomcat', 'RPM/tomcat', 'RPM/tomcat9', 'RPM/tomcat10'] },
  { id: 'bind', title: 'BIND', cpes: ['isc:bind', 'isc:bind_9'], words: ['isc/bind', 'isc/bind 9'], packages: ['Debian/bind9', 'Ubuntu/bind9', 'Alpine/bind', 'RPM/bind', 'RPM/bind9.16', 'RPM/bind9.18'] },
  { id: 'cups', title: 'CUPS', cpes: ['apple:cups', 'openprinting:cups'], words: ['openprinting/cups', 'apple/cups'], packages: ['Debian/cups', 'Ubuntu/cups', 'RPM/cups'] },
  { id: 'dovecot', title: 'Dovecot', cpes: ['dovecot:dovecot', 'open-xchange:dovecot'], words: ['dovecot/dovecot', 'open-xchange gmbh/ox dovecot pro', 'open-xchange gmbh/dovecot'], packages: ['Debian/dovecot', 'Ubuntu/dovecot', 'Alpine/dovecot', 'RPM/dovecot', 'RPM/dovecot22', 'RPM/dovecot23', 'RPM/dovecot24'] },
  { id: 'dropbear', title: 'Dropbear', cpes: ['dropbear_ssh_project:dropbear_ssh', 'matt_johnston:dropbear_ssh_server'], words: ['dropbear/dropbear'], packages: ['Debian/dropbear', 'Ubuntu/dropbear', 'Alpine/dropbear', 'RPM/dropbear'] },
  { id: 'drupal', title: 'Drupal', cpes: ['drupal:drupal', 'drupal:drupal_core'], words: ['drupal/drupal core', 'drupal/core'], packages: ['Bitnami/drupal', 'Packagist/drupal/core'] },
  { id: 'exim', title: 'Exim', cpes: ['exim:exim'], words: ['exim/exim'], packages: ['Debian/exim4', 'Ubuntu/exim4', 'Alpine/exim', 'RPM/exim'] },
  { id: 'haproxy', title: 'HAProxy', cpes: ['haproxy:haproxy'], words: ['haproxy/haproxy'], packages: ['Bitnami/haproxy', 'Debian/haproxy', 'Ubuntu/haproxy', 'Alpine/haproxy', 'RPM/haproxy'] },
  // As a package alone: what websites serve of it is npm/jquery.
  { id: 'node-jquery', title: 'jQuery of a distribution', cpes: [], words: [], packages: ['Debian/node-jquery', 'Ubuntu/node-jquery'] },
  { id: 'joomla', title: 'Joomla', cpes: ['joomla:joomla!'], words: ['joomla! project/joomla! cms'], packages: ['Bitnami/joomla'] },
  { id: 'lighttpd', title: 'lighttpd', cpes: ['lighttpd:lighttpd'], words: ['lighttpd/lighttpd'], packages: ['Debian/lighttpd', 'Ubuntu/lighttpd', 'Alpine/lighttpd', 'RPM/lighttpd'] },
  { id: 'mariadb', title: 'MariaDB', cpes: ['mariadb:mariadb'], words: ['mariadb/mariadb', 'mariadb foundation/mariadb server'], packages: ['Bitnami/mariadb', 'Debian/mariadb', 'Debian/mariadb-10.5', 'Ubuntu/mariadb', 'Alpine/mariadb', 'RPM/mariadb', 'RPM/mariadb10.11'] },
  { id: 'memcached', title: 'Memcached', cpes: ['memcached:memcached'], words: ['memcached/memcached'], packages: ['Bitnami/memcached', 'Debian/memcached', 'Ubuntu/memcached', 'Alpine/memcached', 'RPM/memcached'] },
  { id: 'mosquitto', title: 'Eclipse Mosquitto', cpes: ['eclipse:mosquitto'], words: ['eclipse foundation/mosquitto', 'the eclipse foundation/eclipse mosquitto'], packages: ['Debian/mosquitto', 'Ubuntu/mosquitto', 'Alpine/mosquitto', 'RPM/mosquitto'] },
  { id: 'mysql', title: 'MySQL', cpes: ['oracle:mysql', 'oracle:mysql_server', 'mysql:mysql'], words: ['oracle corporation/mysql server'], packages: ['Bitnami/mysql', 'Ubuntu/mysql-8.0', 'RPM/mysql', 'RPM/mysql8.4'] },
  { id: 'net-snmp', title: 'Net-SNMP', cpes: ['net-snmp:net-snmp'], words: ['net-snmp/net-snmp'], packages: ['Debian/net-snmp', 'Ubuntu/net-snmp', 'RPM/net-snmp'] },
  { id: 'nginx', title: 'nginx', cpes: ['f5:nginx', 'f5:nginx_open_source', 'nginx:nginx', 'igor_sysoev:nginx'], words: ['f5/nginx open source', 'nginx/nginx'], packages: ['Bitnami/nginx', 'Debian/nginx', 'Ubuntu/nginx', 'Alpine/nginx', 'RPM/nginx'] },
  { id: 'nodejs', title: 'Node.js', cpes: ['nodejs:node.js', 'nodejs:node'], words: ['nodejs/node'], packages: ['Bitnami/node', 'Debian/nodejs', 'Ubuntu/nodejs', 'RPM/nodejs', 'RPM/nodejs18', 'RPM/nodejs20', 'RPM/nodejs22'] },
  { id: 'openssh', title: 'OpenSSH', cpes: ['openbsd:openssh'], words: ['openbsd/openssh'], packages: ['Debian/openssh', 'Ubuntu/openssh', 'Alpine/openssh', 'RPM/openssh'] },
  { id: 'openssl', title: 'OpenSSL', cpes: ['openssl:openssl'], words: ['openssl/openssl'], packages: ['Debian/openssl', 'Ubuntu/openssl', 'Alpine/openssl', 'RPM/openssl', 'RPM/openssl-1_1', 'RPM/openssl-3'] },
  { id: 'php', title: 'PHP', cpes: ['php:php', 'php_group:php'], words: ['php group/php'], packages: ['Bitnami/php', 'Debian/php7.4', 'Debian/php8.2', 'Debian/php8.4', 'Ubuntu/php8.1', 'Ubuntu/php8.3', 'RPM/php', 'RPM/php7', 'RPM/php8'] },
  { id: 'phpmyadmin', title: 'phpMyAdmin', cpes: ['phpmyadmin:phpmyadmin'], words: ['phpmyadmin/phpmyadmin'], packages: ['Bitnami/phpmyadmin', 'Debian/phpmyadmin', 'RPM/phpMyAdmin'] },
  { id: 'postfix', title: 'Postfix', cpes: ['postfix:postfix'], words: ['postfix/postfix'], packages: ['Debian/postfix', 'Ubuntu/postfix', 'Alpine/postfix', 'RPM/postfix'] },
  { id: 'postgresql', title: 'PostgreSQL', cpes: ['postgresql:postgresql'], words: ['n/a/postgresql', 'postgresql/postgresql'], packages: ['Bitnami/postgresql', 'Debian/postgresql-13', 'Debian/postgresql-15', 'Debian/postgresql-17', 'Ubuntu/postgresql-16', 'RPM/postgresql', 'RPM/postgresql12', 'RPM/postgresql13', 'RPM/postgresql14', 'RPM/postgresql15', 'RPM/postgresql16', 'RPM/postgresql17'] },
  { id: 'proftpd', title: 'ProFTPD', cpes: ['proftpd:proftpd', 'proftpd_project:proftpd'], words: ['proftpd/proftpd'], packages: ['Debian/proftpd-dfsg', 'Ubuntu/proftpd-dfsg', 'Alpine/proftpd', 'RPM/proftpd'] },
  { id: 'python', title: 'Python', cpes: ['python:python', 'python:cpython', 'python_software_foundation:cpython'], words: ['python software foundation/cpython'], packages: ['Bitnami/python', 'Debian/python3.9', 'Debian/python3.11', 'Debian/python3.13', 'RPM/python3', 'RPM/python3.9', 'RPM/python3.11', 'RPM/python3.12', 'RPM/python39', 'RPM/python310', 'RPM/python311', 'RPM/python312'] },
  { id: 'redis', title: 'Redis', cpes: ['redis:redis', 'redislabs:redis', 'pivotal_software:redis'], words: ['redis/redis'], packages: ['Bitnami/redis', 'Debian/redis', 'Ubuntu/redis', 'Alpine/redis', 'RPM/redis', 'RPM/redis7'] },
  { id: 'rsync', title: 'rsync', cpes: ['samba:rsync', 'rsync:rsync'], words: ['samba/rsync', 'rsync/rsync'], packages: ['Debian/rsync', 'Ubuntu/rsync', 'Alpine/rsync', 'RPM/rsync'] },
  { id: 'samba', title: 'Samba', cpes: ['samba:samba'], words: ['samba/samba'], packages: ['Debian/samba', 'Ubuntu/samba', 'Alpine/samba', 'RPM/samba'] },
  { id: 'squid', title: 'Squid', cpes: ['squid-cache:squid'], words: ['squid-cache/squid'], packages: ['Debian/squid', 'Ubuntu/squid', 'Alpine/squid', 'RPM/squid'] },
  { id: 'unbound', title: 'Unbound', cpes: ['nlnetlabs:unbound'], words: ['nlnet labs/unbound'], packages: ['Debian/unbound', 'Ubuntu/unbound', 'Alpine/unbound', 'RPM/unbound'] },
  { id: 'varnish', title: 'Varnish', cpes: ['varnish-software:varnish_cache', 'varnish-cache:varnish', 'varnish_cache_project:varnish_cache'], words: ['varnish software/varnish cache'], packages: ['Debian/varnish', 'Ubuntu/varnish', 'Alpine/varnish', 'RPM/varnish'] },
  { id: 'vsftpd', title: 'vsftpd', cpes: ['vsftpd_project:vsftpd', 'beasts:vsftpd'], words: ['vsftpd/vsftpd'], packages: ['Debian/vsftpd', 'Ubuntu/vsftpd', 'Alpine/vsftpd', 'RPM/vsftpd'] },
  { id: 'wordpress', title: 'WordPress', cpes: ['wordpress:wordpress'], words: ['wordpress foundation/wordpress', 'automattic/wordpress', 'wordpress/wordpress', 'wordpress/wordpress-develop'], packages: ['Bitnami/wordpress', 'Debian/wordpress'] },
];
