// Programs that name themselves in other headers, after their documentation and replies of the programs (2026-11).
import { fingerprintsAt, type Row } from '../fingerprint.ts';

const poweredBy: readonly Row[] = [
  ['PHP', 'language', 'php:php', /^PHP\/(\d[\d.]+)/i, 'PHP/«8.2.12»', 'HPHP/8'],
  ['Phusion Passenger', 'server', 'phusion:passenger pkg:gem/passenger', /Phusion Passenger(?:\(R\))? (\d[\d.]+)/i, 'Phusion Passenger(R) «6.0.18»', 'Passenger'],
  ['Next.js', 'framework', 'vercel:next.js pkg:npm/next', /^Next\.js(?: (\d[\d.]+))?/i, 'Next.js «9.0.3»', 'Nextcloud'],
  ['Express', 'framework', 'openjsf:express pkg:npm/express', /^Express$/i, 'Express', 'Expression'],
  ['W3 Total Cache', 'extension', 'boldgrid:w3_total_cache', /^W3 Total Cache\/(\d[\d.]+)/i, 'W3 Total Cache/«2.5.0»', 'W3C Cache/2'],
  ['Craft CMS', 'cms', 'craftcms:craft_cms pkg:composer/craftcms/cms', /^Craft CMS/i, 'Craft CMS', 'Crafted CMS'],
  ['Strapi', 'cms', 'strapi:strapi pkg:npm/%40strapi/strapi', /^Strapi/i, 'Strapi <strapi.io>', 'Strap'],
  ['JBoss Web', 'application', 'redhat:jbossweb', /JBossWeb-(\d+(?:\.\d+)*)/i, 'Servlet/3.0; JBossWeb-«7.0.13».Final', 'JBoss'],
  ['Undertow', 'server', 'redhat:undertow pkg:maven/io.undertow/undertow-core', /^Undertow\/(\d[\d.]*)/i, 'Undertow/«1»', 'Under/1'],
  ['Mono', 'language', 'mono-project:mono', /^Mono(?:\/(\d[\d.]+))?$/i, 'Mono/«6.12.0»', 'Monorail/6'],
  ['Sails', 'framework', 'sailsjs:sails pkg:npm/sails', /^Sails/i, 'Sails <sailsjs.com>', 'Sailing'],
  ['Nuxt', 'framework', 'nuxt:nuxt pkg:npm/nuxt', /^Nuxt/i, 'Nuxt', 'NuxBT'],
  ['Kirby', 'cms', 'getkirby:kirby pkg:composer/getkirby/cms', /^Kirby/i, 'Kirby', 'irby'],
  ['Lucee', 'language', 'lucee:lucee_server', /^Lucee(?: (\d[\d.]+))?/i, 'Lucee «5.3.9.166»', 'Luce 5'],
  ['ASP.NET Core', 'framework', 'microsoft:asp.net_core', /^ASP\.NET Core(?: (\d[\d.]+))?/i, 'ASP.NET Core «6.0.1»', 'ASP.NET'],
  ['Zend Server', 'application', 'zend:zend_server', /ZendServer\/(\d[\d.]+)/i, 'PHP/7.4 ZendServer/«9.1.0»', 'Zend/9'],
  ['Servlet', 'framework', 'pkg:maven/javax.servlet/servlet-api', /Servlet\/(\d[\d.]+)/i, 'Servlet/«3.1» JSP/2.3', 'Serv/3.1'],
];

const one = (name: string, row: Row) => fingerprintsAt({ in: 'header', name }, [row]);

export const headerFingerprints = [
  ...fingerprintsAt({ in: 'header', name: 'x-powered-by' }, poweredBy),
  ...one('x-aspnet-version', ['ASP.NET', 'framework', 'microsoft:asp.net', /^(\d[\d.]+)$/, '«4.0.30319»', 'none']),
  ...one('x-aspnetmvc-version', ['ASP.NET MVC', 'framework', 'microsoft:asp.net_model_view_controller pkg:nuget/Microsoft.AspNet.Mvc', /^(\d[\d.]+)$/, '«5.2»', 'none']),
  ...one('x-jenkins', ['Jenkins', 'application', 'jenkins:jenkins', /^(\d[\d.]+)$/, '«2.426.1»', 'no']),
  ...one('x-hudson', ['Hudson', 'application', 'eclipse:hudson', /^(\d[\d.]+)$/, '«1.395»', 'no']),
  ...one('x-generator', ['Drupal', 'cms', 'drupal:drupal pkg:composer/drupal/core', /^Drupal (\d[\d.]*)/i, 'Drupal «10» (https://www.drupal.org)', 'Drupalish 10']),
  ...one('liferay-portal', ['Liferay Portal', 'cms', 'liferay:liferay_portal', /Liferay(?: \w+)* Portal (\d[\d.]+)/i, 'Liferay Community Edition Portal «7.3.5» CE GA6', 'Portal 7']),
  ...one('microsoftsharepointteamservices', ['SharePoint', 'application', 'microsoft:sharepoint_server', /^(\d[\d.]+)/, '«15.0.0.4569»', 'x']),
  ...one('x-owa-version', ['Exchange Server', 'application', 'microsoft:exchange_server', /^(\d[\d.]+)/, '«15.1.2507.6»', 'x']),
  ...one('x-influxdb-version', ['InfluxDB', 'application', 'influxdata:influxdb', /^v?(\d[\d.]+)/, '«1.8.10»', 'x']),
  ...one('x-umbraco-version', ['Umbraco', 'cms', 'umbraco:umbraco_cms pkg:nuget/UmbracoCms', /^(\d[\d.]+)/, '«7.15.10»', 'x']),
  ...one('x-mod-pagespeed', ['mod_pagespeed', 'extension', 'google:mod_pagespeed', /^(\d[\d.]+)/, '«1.13.35.2»-0', 'x']),
  ...one('x-page-speed', ['ngx_pagespeed', 'extension', 'google:mod_pagespeed', /^(\d[\d.]+)/, '«1.13.35.2»-0', 'Powered']),
  ...one('x-jfrog-version', ['Artifactory', 'application', 'jfrog:artifactory', /^Artifactory\/(\d[\d.]+)/, 'Artifactory/«7.68.7» 76807900', 'Xray/3']),
  ...one('composed-by', ['SPIP', 'cms', 'spip:spip', /^SPIP (\d[\d.]+)/, 'SPIP «3.2.1» @ www.spip.net', 'SPI 3']),
  ...one('x-cocoon-version', ['Apache Cocoon', 'framework', 'apache:cocoon', /^(\d[\d.]+)/, '«2.1.11»', 'x']),
  ...one('via', ['Varnish', 'server', 'varnish-software:varnish_cache', /\(Varnish\/(\d[\d.]+)\)/i, '1.1 varnish (Varnish/«6.0»)', '1.1 varnish']),
  ...one('via', ['Squid', 'server', 'squid-cache:squid', /\(squid\/(\d[\d.]+)\)/i, '1.1 proxy (squid/«5.7»)', '1.1 squid']),
  ...one('via', ['Apache Traffic Server', 'server', 'apache:traffic_server', /\(ApacheTrafficServer\/(\d[\d.]+)/i, 'http/1.1 cache (ApacheTrafficServer/«9.2.3»)', 'ApacheTraffic']),
  ...one('kbn-version', ['Kibana', 'application', 'elastic:kibana', /^(\d[\d.]+)/, '«6.8.23»', 'x']),
  ...one('x-elastic-product-version', ['Elasticsearch', 'application', 'elastic:elasticsearch', /^(\d[\d.]+)/, '«8.11.1»', 'x']),
  ...one('x-gocd-version', ['GoCD', 'application', 'thoughtworks:gocd', /^(\d[\d.]+)/, '«23.1.0»', 'x']),
  ...one('x-jive-version', ['Jive', 'application', 'jivesoftware:jive', /^(\d[\d.]+)/, '«9.0.5»', 'x']),
  ...one('x-clickhouse-server-version', ['ClickHouse', 'application', 'clickhouse:clickhouse', /^(\d[\d.]+)/, '«23.8.2»', 'x']),
  ...one('x-content-encoded-by', ['Joomla', 'cms', 'joomla:joomla\\!', /^Joomla! (\d[\d.]+)/, 'Joomla! «1.5»', 'Joomla']),
  ...one('x-dspace-version', ['DSpace', 'application', 'duraspace:dspace', /^(\d[\d.]+)/, '«7.6»', 'x']),
];
