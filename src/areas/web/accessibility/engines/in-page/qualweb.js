(() => {
  const { seen } = globalThis.dssWorld;
  const english = LocaleFetcher.get('en');
  const { assertions } = new ACTRulesRunner({}, { translate: english, fallback: english }).configure({}).test({ sourceHtml: document.documentElement.outerHTML }).getReport();
  const outcomes = { failed: 'failed', warning: 'cantTell' };
  const all = Object.values(assertions).map(({ code, mapping, name, metadata, results }) => ({ rule: code, act: [mapping], criteria: metadata['success-criteria'].map(one => one.name), help: name, outcome: metadata.outcome, results }));
  return {
    version: null,
    results: all.flatMap(({ rule, act, criteria, help, results }) => results.filter(({ verdict }) => verdict in outcomes).flatMap(({ verdict, description, elements }) =>
      (elements.length > 0 ? elements : [{ pointer: null }]).map(({ pointer }) => ({ rule, act, criteria, outcome: outcomes[verdict], impact: null, says: description, help, ...seen(pointer) })))),
    passed: all.filter(({ outcome }) => outcome === 'passed').map(({ rule, act, criteria }) => ({ rule, act, criteria })),
  };
})()
