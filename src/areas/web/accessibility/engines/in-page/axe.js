(async () => {
  const { seen } = globalThis.dssWorld;
  const MAX_NODES = 200;
  axe.reset();
  const values = axe.getRules().map(({ ruleId }) => ruleId);
  const acts = new Map(axe.getRules().map(({ ruleId, actIds }) => [ruleId, actIds ?? []]));
  const { violations, incomplete, passes } = await axe.run(document, { runOnly: { type: 'rule', values }, resultTypes: ['violations', 'incomplete'], elementRef: true, preload: SCRIPTS ? { assets: ['cssom'], timeout: 5000 } : false });
  const criteria = tags => tags.flatMap(tag => (/^wcag(\d)(\d)(\d+)$/.exec(tag) ?? []).slice(1).join('.') || []);
  const results = (rules, outcome) => rules.flatMap(rule => rule.nodes.slice(0, MAX_NODES).map(node => ({
    rule: rule.id, criteria: criteria(rule.tags), act: acts.get(rule.id) ?? [], outcome, impact: node.impact ?? rule.impact, says: [...node.any, ...node.all, ...node.none].map(({ message }) => message).join(' ') || rule.help, help: rule.help,
    ...seen(node.element ?? node.target),
  })));
  return { version: axe.version, results: [...results(violations, 'failed'), ...results(incomplete, 'cantTell')], passed: passes.map(rule => ({ rule: rule.id, criteria: criteria(rule.tags), act: acts.get(rule.id) ?? [] })) };
})()
