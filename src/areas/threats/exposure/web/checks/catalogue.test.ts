import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { exposedPathChecks } from './catalogue.ts';
import { exposedPathFinding } from './findings.ts';
import { findExposedPaths, type ExposedPaths } from './run.ts';
import { sampleServer, type SamplePage } from '../page.sample.ts';

/** By check: a reply as its program sends it. */
const samples: Readonly<Record<string, [path: string, page: SamplePage]>> = {
  env: ['/.env', { body: 'APP_ENV=production\nAPP_KEY=base64:Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4\nDB_PASSWORD=hunter2\n' }],
  'git-head': ['/.git/HEAD', { body: 'ref: refs/heads/main\n' }],
  'git-config': ['/.git/config', { body: '[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = https://me:s3cret@git.example.com/site.git\n' }],
  svn: ['/.svn/wc.db', { body: 'SQLite format 3\u0000\u0010' }],
  mercurial: ['/.hg/requires', { body: 'dotencode\nfncache\nrevlogv1\nstore\n' }],
  'wp-config-copy': ['/wp-config.php.bak', { body: "<?php\ndefine( 'DB_PASSWORD', 'hunter2' );" }],
  'aws-credentials': ['/.aws/credentials', { body: '[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }],
  'ssh-key': ['/.ssh/id_rsa', { body: '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ' }],
  htpasswd: ['/.htpasswd', { body: 'admin:$apr1$Xy12$abcdefghijklmnopqrstu/\n' }],
  'git-credentials': ['/.git-credentials', { body: 'https://me:s3cretvalue@github.com\n' }],
  'docker-config': ['/.docker/config.json', { body: '{"auths":{"registry.example.com":{"auth":"bWU6aHVudGVyMg=="}}}' }],
  terraform: ['/terraform.tfstate', { body: '{"version":4,"terraform_version":"1.6.1","resources":[]}' }],
  'sql-dump': ['/backup.sql', { body: '-- MySQL dump 10.13  Distrib 8.0.36\n--\nCREATE TABLE `users` (' }],
  archive: ['/backup.zip', { body: 'PK\u0003\u0004\u0014\u0000' }],
  'sql-archive': ['/dump.sql.gz', { body: '\u001f\ufffd\u0008\u0000' }],
  sqlite: ['/db.sqlite3', { body: 'SQLite format 3\u0000' }],
  'ds-store': ['/.DS_Store', { body: '\u0000\u0000\u0000\u0001Bud1\u0000' }],
  listing: ['/uploads/', { body: '<html><head><title>Index of /uploads</title></head><body><h1>Index of /uploads</h1>' }],
  phpinfo: ['/info.php', { body: '<html><head><title>PHP 8.2.7 - phpinfo()</title></head><body><h1 class="p">PHP Version 8.2.7</h1>' }],
  'actuator-env': ['/actuator/env', { body: '{"activeProfiles":["prod"],"propertySources":[{"name":"systemProperties"}]}' }],
  pprof: ['/debug/pprof/', { body: '<html><head><title>/debug/pprof/</title>' }],
  'server-status': ['/server-status', { body: '<title>Apache Status</title><h1>Apache Server Status for www.example.com</h1><dl><dt>Server Version: Apache/2.4.62' }],
  'nginx-status': ['/nginx_status', { body: 'Active connections: 2 \nserver accepts handled requests\n 3 3 3\n' }],
  'prometheus-metrics': ['/metrics', { body: '# HELP go_goroutines Number of goroutines.\n# TYPE go_goroutines gauge\ngo_goroutines 8\n' }],
  elasticsearch: ['/', { body: '{"name":"n1","cluster_name":"c","tagline" : "You Know, for Search"}' }],
  'docker-registry': ['/v2/_catalog', { body: '{"repositories":["app"]}' }],
  phpmyadmin: ['/phpmyadmin/', { body: '<title>phpMyAdmin</title><input name="pma_username">' }],
  'tomcat-manager': ['/manager/html', { status: 401, body: 'You are not authorized. See conf/tomcat-users.xml' }],
  jenkins: ['/login', { body: '<title>Sign in [Jenkins]</title>', headers: { 'x-jenkins': '2.462.1' } }],
  'wordpress-login': ['/wp-login.php', { body: '<form name="loginform" id="loginform"><input name="wp-submit">' }],
  'wordpress-install': ['/wp-admin/install.php', { body: '<title>WordPress &rsaquo; Installation</title><input name="weblog_title">' }],
  swagger: ['/openapi.json', { body: '{"openapi":"3.1.0","info":{},"paths":{}}' }],
  'default-nginx': ['/', { body: '<title>Welcome to nginx!</title>' }],
  'default-apache-debian': ['/', { body: '<title>Apache2 Debian Default Page: It works</title>' }],
};

async function scan(answer: Parameters<typeof sampleServer>[0]): Promise<ExposedPaths & { asked: string[] }> {
  const { fetchPage, asked } = sampleServer(answer);
  let count = 0;
  return { ...(await findExposedPaths(fetchPage, () => `rnd${++count}`)), asked };
}

suite('each of these is found, twice, as what it is and as nothing else', () => {
  for (const [id, [path, page]] of Object.entries(samples)) {
    test(id, async () => {
      const { found } = await scan(asked => (asked === path ? page : undefined));
      assert.deepEqual(found.map(one => [one.id, one.path, one.verified]), [[id, path, 'verified']]);
    });
  }
});

suite('a server that answers everything alike shows nothing', () => {
  const pages: Readonly<Record<string, SamplePage>> = {
    'with one page': { body: '<!doctype html><html><body>Hello</body></html>' },
    'with the page of a repository': { body: 'ref: refs/heads/main\n' },
    'with a listing': { body: '<title>Index of /x</title>' },
    'with settings': { body: 'DB_PASSWORD=x\nAPP_KEY=y' },
    'with 401': { status: 401, body: 'manager-gui' },
  };
  for (const [name, page] of Object.entries(pages)) test(name, async () => assert.deepEqual((await scan(() => page)).found.map(({ id }) => id), []));
});

suite('what is not certain is not called so', () => {
  test('a second reply of another kind is inconclusive', async () => {
    const { found } = await scan((path, times) => (path === '/.git/HEAD' && times === 1 ? { body: 'ref: refs/heads/main' } : undefined));
    assert.deepEqual(found.map(({ verified }) => verified), ['inconclusive']);
    assert.equal(exposedPathFinding(found[0]!).severity, 'info');
  });
  test('so is one whose control gave no answer', async () => {
    const { found } = await scan(path => (path === '/.git/HEAD' ? { body: 'ref: refs/heads/main' } : path.startsWith('/.git/rnd') ? null : undefined));
    assert.deepEqual(found.map(({ verified }) => verified), ['inconclusive']);
  });
  test('a path without an answer is not tested, and not clean', async () => {
    const { found, tested, notTested } = await scan(path => (path.startsWith('/.git/') ? null : undefined));
    assert.deepEqual(found, []);
    assert.deepEqual(notTested, [{ path: '/.git/HEAD', cause: 'timeout' }, { path: '/.git/config', cause: 'timeout' }]);
    assert.equal(tested + notTested.length, new Set(exposedPathChecks.flatMap(({ paths }) => paths)).size);
  });
});

suite('manners', () => {
  test('no secret stands in what is kept', async () => {
    const { found } = await scan(path => Object.values(samples).find(([at]) => at === path)?.[1]);
    const kept = JSON.stringify(found.map(exposedPathFinding));
    for (const secret of ['hunter2', 's3cret', 'AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI', 'Zm9vYmFyYmF6', 'b3BlbnNzaC1rZXk', 'abcdefghijklmnop', 'bWU6aHVudGVyMg']) assert.ok(!kept.includes(secret), secret);
  });
  test('each path is asked for once where nothing is found, and only by GET', async () => {
    const { asked } = await scan(() => undefined);
    assert.equal(new Set(asked).size, asked.length);
    assert.ok(asked.length < 400 && asked.every(one => one.startsWith('GET /')), `${asked.length}`);
  });
  test('no path leaves its folder or holds anything to be run', () => {
    for (const { paths } of exposedPathChecks) for (const path of paths) assert.match(path, /^\/(?!\/)[\w./~?=-]*$/);
    assert.ok(!exposedPathChecks.some(({ paths }) => paths.some(path => path.includes('..'))));
  });
  test('the signatures take linear time', () => {
    const hostile = [' '.repeat(65_536), '<'.repeat(65_536), 'A'.repeat(65_536), 'a=\n'.repeat(21_845), '"'.repeat(65_536), '[DB_'.repeat(16_384), '$2y$'.repeat(16_384), 'a@'.repeat(32_768), 'pass'.repeat(16_384)];
    for (const { id, signature } of exposedPathChecks) {
      for (const text of hostile) {
        const before = process.cpuUsage();
        for (const pattern of [...(signature.body ?? []), ...(signature.bodyWithout ?? [])]) pattern.test(text);
        assert.ok(process.cpuUsage(before).user < 250_000, `${id} on ${text.slice(0, 8)}`);
      }
    }
  });
  test('each check has its own id', () => assert.equal(new Set(exposedPathChecks.map(({ id }) => id)).size, exposedPathChecks.length));
});
