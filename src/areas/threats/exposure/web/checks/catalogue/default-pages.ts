import type { ExposedPathCheck } from '../exposed-path.ts';

const page = (id: string, title: string, ...body: RegExp[]): ExposedPathCheck => ({ id: `default-${id}`, rule: 'default_page', title, paths: ['/'], signature: { body } });

/** What servers show that were installed and then forgotten. */
export const defaultPageChecks: readonly ExposedPathCheck[] = [
  page('apache', 'Apache', /<h1>It works!<\/h1>/),
  page('apache-debian', 'Apache on Debian or Ubuntu', /<title>Apache2 (?:Debian|Ubuntu) Default Page/),
  page('apache-redhat', 'Apache on Red Hat and its kin', /<title>(?:Test Page for the (?:Apache )?HTTP Server|HTTP Server Test Page)/),
  page('nginx', 'nginx', /<title>Welcome to nginx[^<]{0,40}<\/title>/),
  page('nginx-fedora', 'nginx on Fedora', /<title>Test Page for the Nginx HTTP Server/),
  page('iis', 'IIS', /<title>(?:IIS Windows(?: Server)?|IIS7|Microsoft Internet Information Services \d)<\/title>/),
  page('tomcat', 'Tomcat', /<title>Apache Tomcat\/\d[\d.]{1,20}<\/title>/, /successfully installed Tomcat/),
  page('jetty', 'Jetty', /Powered by Jetty|Welcome to Jetty/, /Jetty/),
  page('lighttpd', 'lighttpd', /<title>(?:Welcome page|Powered by lighttpd)<\/title>/, /lighttpd/),
  page('openresty', 'OpenResty', /<title>Welcome to OpenResty!<\/title>/),
  page('caddy', 'Caddy', /<title>Caddy works!<\/title>/),
  page('litespeed', 'LiteSpeed', /<title>[^<]{0,60}(?:Welcome to LiteSpeed|OpenLiteSpeed)/),
  page('wildfly', 'WildFly', /<title>Welcome to (?:WildFly|JBoss)/),
  page('glassfish', 'GlassFish', /<title>(?:Eclipse )?GlassFish Server - Server Running<\/title>/),
  page('xampp', 'XAMPP', /<title>Welcome to XAMPP<\/title>/),
  page('wamp', 'WampServer', /<title>WAMPSERVER Homepage<\/title>/),
  page('plesk', 'Plesk', /<title>(?:Domain Default page|Web Server&#39;s Default Page|Web Server's Default Page)<\/title>/),
  page('cpanel', 'cPanel', /<title>(?:Default Web Site Page|Website Suspended)<\/title>/),
  page('rails', 'Ruby on Rails', /<title>Ruby on Rails(?: [\d.]{1,20})?<\/title>|Yay! You&rsquo;re on Rails!/),
  page('django', 'Django', /The install worked successfully! Congratulations!/),
  page('laravel', 'Laravel', /<title>Laravel<\/title>/, /Laravel v\d/),
  page('symfony', 'Symfony', /Welcome to <[^>]{1,40}>?Symfony|<title>Welcome to Symfony!<\/title>/),
  page('express', 'Express', /<title>Express<\/title>/, /Welcome to Express/),
  page('phoenix', 'Phoenix', /<title>[^<]{0,60}Phoenix Framework<\/title>/),
  page('wordpress', 'WordPress', /Welcome to WordPress\. This is your first post\./),
];
