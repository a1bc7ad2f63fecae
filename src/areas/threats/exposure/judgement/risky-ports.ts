/** Which rule a service falls under when the Internet can reach it. */
export type Risk = 'management' | 'datastore' | 'cleartext' | 'internal';

interface RiskyService {
  risk: Risk;
  /** What people call it. */
  name: string;
  /** Ports that IANA or the vendor gives it, for services that said nothing. */
  ports: readonly number[];
  /** What its protocol is called where it was recognised. */
  protocols: readonly string[];
}

/** By the registry of IANA and the documentation of the vendors. */
const risky: readonly RiskyService[] = [
  { risk: 'cleartext', name: 'FTP', ports: [21], protocols: ['ftp'] },
  { risk: 'cleartext', name: 'Telnet', ports: [23, 2323], protocols: ['telnet'] },
  { risk: 'cleartext', name: 'the r-commands', ports: [512, 513, 514], protocols: ['login', 'shell', 'exec'] },
  { risk: 'management', name: 'Remote Desktop (RDP)', ports: [3389], protocols: ['rdp', 'ms-wbt-server'] },
  { risk: 'management', name: 'VNC', ports: [5900, 5901], protocols: ['vnc', 'rfb'] },
  { risk: 'management', name: 'Windows Remote Management', ports: [5985, 5986], protocols: ['winrm', 'wsman'] },
  { risk: 'management', name: 'Docker', ports: [2375, 2376], protocols: ['docker'] },
  { risk: 'management', name: 'the Kubernetes API', ports: [6443, 10250], protocols: ['kubernetes', 'kubelet'] },
  { risk: 'management', name: 'X11', ports: [6000], protocols: ['x11'] },
  { risk: 'management', name: 'IPMI or iLO', ports: [623, 17988], protocols: ['ipmi'] },
  { risk: 'management', name: 'a hypervisor', ports: [902, 8006], protocols: ['vmware-auth'] },
  { risk: 'management', name: 'TR-069', ports: [7547], protocols: ['cwmp'] },
  { risk: 'management', name: 'ADB', ports: [5555], protocols: ['adb'] },
  { risk: 'datastore', name: 'MySQL or MariaDB', ports: [3306], protocols: ['mysql'] },
  { risk: 'datastore', name: 'PostgreSQL', ports: [5432], protocols: ['postgresql'] },
  { risk: 'datastore', name: 'Microsoft SQL Server', ports: [1433, 1434], protocols: ['ms-sql-s', 'mssql', 'tds'] },
  { risk: 'datastore', name: 'Oracle Database', ports: [1521], protocols: ['oracle-tns', 'oracle', 'tns'] },
  { risk: 'datastore', name: 'MongoDB', ports: [27017, 27018], protocols: ['mongodb', 'mongodb-wire'] },
  { risk: 'datastore', name: 'Redis', ports: [6379], protocols: ['redis'] },
  { risk: 'datastore', name: 'Elasticsearch', ports: [9200, 9300], protocols: ['elasticsearch'] },
  { risk: 'datastore', name: 'memcached', ports: [11211], protocols: ['memcached', 'memcache'] },
  { risk: 'datastore', name: 'etcd', ports: [2379, 2380], protocols: ['etcd'] },
  { risk: 'datastore', name: 'CouchDB', ports: [5984], protocols: ['couchdb'] },
  { risk: 'datastore', name: 'Cassandra', ports: [9042], protocols: ['cassandra', 'cql'] },
  { risk: 'datastore', name: 'InfluxDB', ports: [8086], protocols: ['influxdb'] },
  { risk: 'datastore', name: 'ZooKeeper', ports: [2181], protocols: ['zookeeper'] },
  { risk: 'datastore', name: 'Kafka', ports: [9092], protocols: ['kafka'] },
  { risk: 'datastore', name: 'RabbitMQ', ports: [5672, 15672], protocols: ['amqp'] },
  { risk: 'internal', name: 'NetBIOS', ports: [139], protocols: ['netbios-ssn'] },
  { risk: 'internal', name: 'Windows file sharing (SMB)', ports: [445], protocols: ['smb', 'microsoft-ds'] },
  { risk: 'internal', name: 'Windows RPC', ports: [135, 593], protocols: ['msrpc', 'epmap'] },
  { risk: 'internal', name: 'NFS', ports: [111, 2049], protocols: ['nfs', 'rpcbind', 'sunrpc'] },
  { risk: 'internal', name: 'rsync', ports: [873], protocols: ['rsync'] },
  { risk: 'internal', name: 'LDAP', ports: [389], protocols: ['ldap'] },
  { risk: 'internal', name: 'Apple file sharing', ports: [548], protocols: ['afp'] },
  { risk: 'internal', name: 'a printer', ports: [515, 631, 9100], protocols: ['printer', 'ipp', 'jetdirect'] },
  { risk: 'internal', name: 'an MQTT broker', ports: [1883], protocols: ['mqtt'] },
  { risk: 'internal', name: 'a debugger', ports: [9229, 5005], protocols: ['jdwp'] },
];

/** Why a port should not be open to the Internet: by what answered there, or by its number where nothing said what it is; null for no reason. */
export function riskOf(port: number, protocol: string | null): { risk: Risk; name: string } | null {
  return risky.find(({ ports, protocols }) => (protocol === null ? ports.includes(port) : protocols.includes(protocol))) ?? null;
}
