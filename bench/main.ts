// npm run bench [-- name]: runs the benchmarks, each of which measures its limit or its peer in the same run.
const benches = ['start', 'check', 'http', 'queue', 'tls', 'ports', 'inventory', 'scale', 'dmarc', 'dmarc-senders', 'dmarc-store', 'lookalikes', 'bulk-dns', 'lookalike-match', 'services', 'web', 'page-rules', 'checks', 'soak', 'vulndata', 'act', 'accessibility', 'ip', 'geogrid', 'link-graph', 'crawl'];
const wanted = process.argv.slice(2);

for (const name of benches.filter(name => wanted.length === 0 || wanted.includes(name))) {
  console.log(`# ${name}`);
  const { bench } = (await import(`./${name}.ts`)) as { bench: () => Promise<void> };
  await bench();
}
