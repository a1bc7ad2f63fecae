// Source: names that administrators give again and again, compiled from general knowledge of published zones, 2026-11-22; no list of others was copied.
const byUse: readonly string[] = [
  // The web.
  'www www1 www2 web web1 site m mobile start portal portals intranet extranet internal external public secure ssl cdn cdn1 cdn2 static',
  'static1 static2 assets asset media img img1 images photos video videos stream streaming live tv files file download downloads dl upload',
  'uploads storage s3',
  // Mail.
  'mail mail1 mail2 mail3 mailgw mailhost mailserver mx mx1 mx2 mx3 mx4 smtp smtp1 smtp2 smtp-out smtp-relay imap pop pop3 webmail owa',
  'outlook exchange autodiscover autoconfig relay relay1 mta mta1 mta2 out spam antispam lists newsletter news email em mailing bounce links',
  'go mta-sts calendar contacts zimbra roundcube',
  // Names and network.
  'ns ns1 ns2 ns3 ns4 ns5 dns dns0 dns1 dns2 ntp time ldap ad dc dc1 gw gw1 gateway router fw firewall proxy proxy1 vpn vpn1 vpn2 sslvpn',
  'remote ra rdp citrix access wifi guest lan noc ipv6 ipv4 lb lb1 edge edge1 node node1 pop1',
  // Building and trying.
  'dev dev1 dev2 developer developers development test test1 test2 tst stage staging stg preprod pre preview prod production uat qa qa1',
  'sandbox sbx demo demo1 beta alpha canary lab labs poc old new legacy archive backup backups bak v1 v2 localhost git gitlab github gitea',
  'svn bitbucket ci cd jenkins build builds nexus repo repos registry docker hub k8s kubernetes kube cluster argocd sonar jira confluence',
  'wiki redmine bugs bugzilla issues tracker',
  // Machines and programs.
  'server server1 server3 srv srv1 srv2 host host1 vps vps1 vm vm1 app app1 app2 apps application api api1 api2 apis rest graphql ws',
  'websocket backend frontend service services worker cache redis kafka db db1 db2 database mysql postgresql pg mongo mongodb sql elastic',
  'elasticsearch kibana solr search logs logging splunk grafana prometheus zabbix monitor monitoring mon metrics stats status health uptime',
  'phpmyadmin',
  // Running it.
  'admin admin1 admin2 adm control panel cpanel plesk hosting manage manager management console dashboard dash config esx vcenter vmware',
  'vsphere proxmox nas san nfs ftp ftp1 sftp ssh bastion backup2 mdm wsus update printer',
  // People and business.
  'login sso auth oauth idp identity adfs saml account my member members customer customers client clients partner partners vendors suppliers',
  'affiliates profile shop store shop1 cart pay payment billing invoices orders booking book tickets crm erp sap hr jobs careers career bank',
  'sales marketing event forms help helpdesk support desk kb faq docs doc documentation moodle elearning library blog blogs forum community',
  'chat meet meeting conference zoom lync sip voip pbx sms msg push corp office cloud nextcloud drive share projects work security',
  // Places.
  'us eu uk de fr it nl en emea east west',
];

/** Names that stand in front of many domains; each is one question. */
export const words: readonly string[] = byUse.flatMap(line => line.split(' '));
