(() => {
  const { seen } = globalThis.dssWorld;
  const engine = globalThis.AccessLintCore;
  const rules = new Map(engine.getActiveRules({ includeAAA: true }).map(rule => [rule.id, rule]));
  const { violations, skippedRules } = engine.runAudit(document, { includeAAA: true });
  const failed = new Set([...violations, ...skippedRules].map(({ ruleId }) => ruleId));
  const applies = rule => {
    try {
      return rule.applicable?.(document) === true;
    } catch {
      return false;
    }
  };
  return {
    version: engine.version ?? null,
    results: violations.map(({ ruleId, element, selector, impact, message }) => {
      const rule = rules.get(ruleId);
      const practice = rule.tags?.includes('best-practice') ?? false;
      return { rule: ruleId, criteria: practice ? [] : rule.wcag, act: rule.actRuleIds ?? [], outcome: 'failed', impact, says: message, help: rule.description, ...seen(element ?? selector) };
    }),
    passed: [...rules.values()].filter(rule => !failed.has(rule.id) && applies(rule)).map(rule => ({ rule: rule.id, criteria: rule.wcag, act: rule.actRuleIds ?? [] })),
  };
})()
